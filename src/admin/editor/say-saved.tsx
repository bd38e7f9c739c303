import { adminGet } from '#admin/api/admin-api.ts';
import { toast } from '#admin/toast.ts';
import type { ToastInput } from '#ui/toast/toast-store.ts';

/** A save is confirmed by then, with or without a response about its links. */
const TIMEOUT_MS = 5000;

const timeout = () => new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));

interface Saved {
  collection: string;
  id: number;
  /** The saved text: the item itself, or a draft over it. */
  of: 'item' | 'draft';
}

const askLinks = (saved: Saved) =>
  adminGet('/api/{collection}/{id}/broken-links', { ...saved }).catch(() => []);

const sayLinks = (links: Awaited<ReturnType<typeof askLinks>>, done: ToastInput | null) => {
  const list = links.map(({ label, path }) => `${label}: ${path}`).join(', ');
  toast({
    title: 'Saved',
    ...done,
    description: (
      <>
        {done && <span className="block">{done.description}</span>}
        <span className="block wrap-anywhere">Some links lead nowhere. {list}</span>
      </>
    ),
  });
};

/** For a form that was to close: it stays open for text typed during the save. */
export const withTypedOn = (done: ToastInput | null): ToastInput | null =>
  done && {
    ...done,
    description: (
      <>
        <span className="block">{done.description}</span>
        <span className="block">What was typed meanwhile is not saved yet.</span>
      </>
    ),
  };

/** One notice after a save: its result and its broken inner links, allowed as their pages may still come. */
export const saySaved = async (saved: Saved, done: ToastInput | null) => {
  const asked = askLinks(saved);
  const links = await Promise.race([asked, timeout()]);
  if (links && links.length > 0) return sayLinks(links, done);
  if (done) toast(done);
  // A late response has its own toast.
  if (links === null && (await asked).length > 0) sayLinks(await asked, null);
};
