import type { QueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { saveItemDraft } from '#admin/drafts/draft-calls.ts';
import type { AnyItem } from '#kit/collection.ts';
import type { SaveOptions } from './editor-options.ts';
import type { useSending } from './use-sending.ts';

interface Storing {
  queryClient: QueryClient;
  name: string;
  /** Null while there is none yet. */
  item: AnyItem | null;
  ask: ReturnType<typeof useSending>['ask'];
}

/** What a form holds becomes a new item, the draft over an item, or the item itself. */
export const storeItem = (
  { queryClient, name, item, ask }: Storing,
  body: Record<string, unknown>,
  how: SaveOptions,
): Promise<AnyItem | null> => {
  if (!item || how.asNew) {
    return ask((query) => adminSend('POST', '/api/{name}', { params: { name, ...query }, body }));
  }
  if (how.to === 'draft') return saveItemDraft({ queryClient, name, item }, body, how);
  return ask((query) =>
    adminSend('PUT', '/api/{name}/{id}', {
      version: how.version ?? undefined,
      params: { name, id: item.id, ...query },
      body,
    }),
  );
};
