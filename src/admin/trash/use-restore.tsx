import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { fieldErrorsOf } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { Revision } from '#admin/history/changes.ts';
import { ApiError } from '#platform/api-error.ts';

const isSlugTaken = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && 'slug' in fieldErrorsOf(error);

/** Brings deleted items back; where another one has the address by now, asks for a new one. */
export const useRestore = () => {
  const confirm = useConfirm();
  const ask = useAsk();

  const sendRestore = ({ id, title }: Revision, slug?: string) =>
    ask(
      (query) => adminSend('POST', '/api/trash/{id}/restore', { params: { id, slug, ...query } }),
      title,
    );

  const askForSlug = async (entry: Revision): Promise<string | null> => {
    let slug = `${entry.data.slug}-2`;
    const isSure = await confirm({
      title: 'Choose another address',
      text: `The address of "${entry.title}" is used by another item now.`,
      action: 'Restore',
      details: <SlugInput start={slug} onChange={(next) => (slug = next)} />,
    });
    return isSure ? slug : null;
  };

  /** Resolves to null when the person gave up. */
  const restore = async (entry: Revision): Promise<unknown> => {
    let slug: string | undefined;
    for (;;) {
      try {
        return await sendRestore(entry, slug);
      } catch (error) {
        if (!isSlugTaken(error)) throw error;
        const next = await askForSlug(entry);
        if (next === null) return null;
        slug = next;
      }
    }
  };

  /** One after another; failures are reported, successes stay. */
  const restoreAll = async (entries: readonly Revision[]) => {
    let done = 0;
    let failure: unknown = null;
    for (const entry of entries) {
      try {
        if ((await restore(entry)) !== null) done += 1;
      } catch (error) {
        failure ??= error;
      }
    }
    return { done, failure };
  };

  return { restore, restoreAll };
};

function SlugInput({ start, onChange }: { start: string; onChange: (slug: string) => void }) {
  const [slug, setSlug] = useState(start);
  return (
    <div className="mt-4">
      <TextInput
        label="Slug"
        value={slug}
        onChange={(next) => {
          setSlug(next);
          onChange(next);
        }}
      />
    </div>
  );
}
