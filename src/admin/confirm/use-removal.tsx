import { useQueryClient } from '@tanstack/react-query';
import { publicHref } from '#admin/public-href.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { type Question, useConfirm } from './use-confirm.ts';
import { addRedirects, UsedBy, usesQuery } from './used-by.tsx';

/** To be called when items are gone; all that were asked about, unless it says which. */
type Finish = (gone?: readonly AnyItem[]) => Promise<void>;

/**
 * Asks before items are deleted or unpublished, and shows their uses. Resolves to null for no, else to the step after
 * the removal: leave the redirect that the user asked for.
 */
export const useRemoval = (collection: Collection) => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const pathsOf = (items: readonly AnyItem[]) =>
    items
      .filter((item) => isPublic(collection, item))
      .flatMap((item) => publicHref(collection, item) ?? []);
  return async (items: readonly AnyItem[], question: Question): Promise<Finish | null> => {
    const ids = items.map(({ id }) => id);
    // Before it asks: a late response would move the buttons from under the pointer.
    await queryClient.prefetchQuery(usesQuery(collection.name, ids));
    let toPath = '';
    const onRedirect = (next: string) => {
      toPath = next;
    };
    const isSure = await confirm({
      ...question,
      details: (
        <UsedBy
          name={collection.name}
          ids={ids}
          onRedirect={pathsOf(items).length > 0 ? onRedirect : undefined}
        />
      ),
    });
    return isSure ? (gone = items) => addRedirects(pathsOf(gone), toPath) : null;
  };
};
