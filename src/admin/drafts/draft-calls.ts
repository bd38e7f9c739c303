import type { QueryClient } from '@tanstack/react-query';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import type { Confirmation } from '#admin/confirm/use-ask.ts';
import type { Call } from '#admin/editor/editor-state.ts';
import type { Seen } from '#admin/editor/form-types.ts';
import { toForm } from '#admin/editor/form-values.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

export type ItemDraft = ResponseOf<'get', '/api/{collection}/{id}/draft'>;

const DRAFT = '/api/{collection}/{id}/draft';

type Body = Record<string, unknown>;

/** By its version: each save is read once, and a published or discarded draft never again. */
export const itemDraftKey = (draft: { id: number; version: number } | undefined) =>
  ['item-draft', draft?.id, draft?.version] as const;

interface Saving {
  queryClient: QueryClient;
  name: string;
  item: AnyItem;
}

/** Resolves to the item as the draft has it, under the draft's version. */
export const saveItemDraft = async (
  { queryClient, name, item }: Saving,
  body: Body,
  { version, baseVersion, over }: Call,
): Promise<AnyItem> => {
  const saved = await adminSend('PUT', DRAFT, {
    version: version ?? undefined,
    // Written over the item, it is the first: another user's draft may have the item's number by chance.
    params: {
      collection: name,
      id: item.id,
      baseVersion,
      draftVersion: over === 'live' ? 0 : undefined,
    },
    body,
  });
  queryClient.setQueryData(itemDraftKey(saved), saved);
  return { ...item, ...saved.fields, version: saved.version };
};

export const publishItemDraft = (name: string, id: number, seen: Seen, query: Confirmation) =>
  adminSend('POST', `${DRAFT}/publish`, {
    version: seen.version,
    params: { collection: name, id, draftVersion: seen.draftVersion, ...query },
  });

export const discardItemDraft = (name: string, id: number, { draftVersion }: Seen) =>
  adminSend('DELETE', DRAFT, { version: draftVersion, params: { collection: name, id } });

/** The draft's base version, from the history; empty where that is no longer known. */
export const readBaseRevision = async (collection: Collection, id: number, version: number) => {
  const revisions = await adminGet(`/api/revisions/${collection.name}/{id}`, { id });
  const found = revisions.find((revision) => revision.version === version);
  return found ? toForm(collection, { ...found, ...found.data, updatedAt: found.createdAt }) : {};
};
