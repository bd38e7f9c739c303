import { adminGet } from '#admin/api/admin-api.ts';
import { toast } from '#admin/toast.ts';
import type { ToastInput } from '#ui/toast/toast-store.ts';

/** A save is confirmed by then, with or without a response about its links. */
const TIMEOUT_MS = 5000;

interface Saved {
  collection: string;
  id: number;
  /** The saved text: the item itself, or a draft over it. */
  of: 'item' | 'draft';
}

const brokenLinksOf = async (saved: Saved): Promise<string> => {
  const links = await adminGet('/api/{collection}/{id}/broken-links', { ...saved }).catch(() => []);
  return links.map(({ label, path }) => `${label}: ${path}`).join(', ');
};

const tell = (done: ToastInput | null, links: string, hasMore: boolean) =>
  toast({
    title: 'Saved',
    ...done,
    description: (
      <>
        {done && <span className="block">{done.description}</span>}
        {hasMore && <span className="block">What was typed meanwhile is not saved yet.</span>}
        {links !== '' && (
          <span className="block wrap-anywhere">Some links lead nowhere. {links}</span>
        )}
      </>
    ),
  });

/** One notice after a save: its result, text typed meanwhile, and inner links that lead nowhere, allowed as their pages may still come. */
export const saySaved = async (saved: Saved, done: ToastInput | null, hasMore: boolean) => {
  const asked = brokenLinksOf(saved);
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  const links = await Promise.race([asked, late]);
  if (done || links) tell(done, links ?? '', hasMore);
  // A late response has a notice of its own.
  const rest = links === null && (await asked);
  if (rest) tell(null, rest, false);
};
