import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import { createContext, use } from 'react';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, DRAFTS_PATH } from '#admin/api/admin-queries.ts';
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
const itemDraftKey = (draft: { id: number; version: number } | undefined) =>
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

/** The item of the open form as readers see it, and the draft that waits over it. */
export const LiveDraftContext = createContext<{ live: AnyItem | null; draft: ItemDraft | null }>({
  live: null,
  draft: null,
});

export const useLiveDraft = () => use(LiveDraftContext);

export const waitingQuery = adminListQuery(DRAFTS_PATH);

type Waiting = { id: number; version: number; collection: string; itemId: number };

const itemDraftQuery = (waiting: Waiting | undefined) =>
  queryOptions({
    queryKey: itemDraftKey(waiting),
    queryFn: waiting
      ? () =>
          adminGet('/api/{collection}/{id}/draft', {
            collection: waiting.collection,
            id: waiting.itemId,
          })
      : skipToken,
    placeholderData: keepPreviousData,
  });

export const useWaitingDraft = (name: string, id: number) => {
  const { data } = useQuery(waitingQuery);
  return data?.items.find((draft) => draft.collection === name && draft.itemId === id);
};

/** An item that never was public may only be marked as ready: it has no text beside its own. */
const hasSave = ({ version }: Waiting) => version > 0;

/** The draft over an item, with its texts, as it is stored now. */
export const useItemDraft = ({ name, publicPath }: Collection, id: number) => {
  const always = { refetchOnMount: 'always', enabled: publicPath !== undefined } as const;
  const list = useQuery({ ...waitingQuery, ...always });
  const isListLoaded = publicPath === undefined || list.isFetchedAfterMount;
  // A draft of an earlier list may be published by now.
  const drafts = isListLoaded ? (list.data?.items ?? []) : [];
  const waiting = drafts.find(
    (one) => one.collection === name && one.itemId === id && hasSave(one),
  );
  const one = useQuery(itemDraftQuery(waiting));
  return {
    draft: waiting ? (one.data ?? null) : null,
    isLoaded: isListLoaded && (!waiting || (one.isSuccess && !one.isPlaceholderData)),
    error: list.error ?? (waiting ? one.error : null),
  };
};
