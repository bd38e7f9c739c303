import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { adminGet } from '#admin/api/admin-api.ts';
import { adminListQuery, DRAFTS_PATH } from '#admin/api/admin-queries.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { type ItemDraft, itemDraftKey } from './draft-calls.ts';

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

/** The author and time of a waiting draft; undefined for none. */
export const useWaitingDraft = (name: string, id: number) => {
  const { data } = useQuery(waitingQuery);
  return data?.items.find((draft) => draft.collection === name && draft.itemId === id);
};

/** The draft over an item, with its texts, as it is stored now. */
export const useItemDraft = ({ name, publicPath }: Collection, id: number) => {
  const always = { refetchOnMount: 'always', enabled: publicPath !== undefined } as const;
  const list = useQuery({ ...waitingQuery, ...always });
  const isListLoaded = publicPath === undefined || list.isFetchedAfterMount;
  // A draft of an earlier list may be published by now.
  const drafts = isListLoaded ? (list.data?.items ?? []) : [];
  const waiting = drafts.find((one) => one.collection === name && one.itemId === id);
  const one = useQuery(itemDraftQuery(waiting));
  return {
    draft: waiting ? (one.data ?? null) : null,
    isLoaded: isListLoaded && (!waiting || (one.isSuccess && !one.isPlaceholderData)),
    error: list.error ?? (waiting ? one.error : null),
  };
};
