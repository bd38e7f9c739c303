import type { QueryClient } from '@tanstack/react-query';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { toForm } from '#admin/editor/form-values.ts';
import type { Confirmation } from '#admin/editor/use-sending.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';

export type ItemDraft = ResponseOf<'get', '/api/{collection}/{id}/draft'>;

const DRAFT = '/api/{collection}/{id}/draft';

type Body = Record<string, unknown>;

/** Where the text of a form goes: to the item that readers see, or to the draft over it. */
export type SaveTarget = 'live' | 'draft';

/** The text that stands in a form, as the calls that act on it name it: of the draft, or of the item without one (0). */
export interface Seen {
  version?: number | undefined;
  draftVersion: number | undefined;
}

export const seenAt = (target: SaveTarget, version: number | null): Seen =>
  target === 'draft'
    ? { draftVersion: version ?? undefined }
    : { version: version ?? undefined, draftVersion: 0 };

/** By its version: each save is read once, and what was published or discarded is not asked for again. */
export const itemDraftKey = (draft: { id: number; version: number } | undefined) =>
  ['item-draft', draft?.id, draft?.version] as const;

interface Saving {
  queryClient: QueryClient;
  name: string;
  item: AnyItem;
}

interface SavedOver {
  version: number | null;
  baseVersion?: number | undefined;
  /** The text that the version is of. */
  over: SaveTarget;
}

/** Resolves to the item as the draft has it, under the draft's version. */
export const saveItemDraft = async (
  { queryClient, name, item }: Saving,
  body: Body,
  { version, baseVersion, over }: SavedOver,
): Promise<AnyItem> => {
  const saved = await adminSend('PUT', DRAFT, {
    version: version ?? undefined,
    // Written over the item, it is the first: a draft of somebody else may have the item's number by chance.
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

/** What the draft was written over, from the history; nothing where that is no longer known. */
export const readBaseRevision = async (collection: Collection, id: number, version: number) => {
  const revisions = await adminGet(`/api/revisions/${collection.name}/{id}`, { id });
  const found = revisions.find((revision) => revision.version === version);
  return found ? toForm(collection, { ...found, ...found.data, updatedAt: found.createdAt }) : {};
};
