import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { adminGet } from '#admin/api/admin-api.ts';
import { adminListQuery, DRAFTS_PATH } from '#admin/api/admin-queries.ts';
import type { Collection } from '#kit/collection.ts';
import { itemDraftKey } from './draft-calls.ts';

const waitingQuery = adminListQuery(DRAFTS_PATH);

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

/** Who saved a draft over an item, and when; undefined while none waits. */
export const useWaitingDraft = (name: string, id: number) => {
  const { data } = useQuery(waitingQuery);
  return data?.items.find((draft) => draft.collection === name && draft.itemId === id);
};

/** The draft over an item, with its texts, as it is stored now. */
export const useItemDraft = ({ name, publicPath }: Collection, id: number) => {
  const always = { refetchOnMount: 'always', enabled: publicPath !== undefined } as const;
  const list = useQuery({ ...waitingQuery, ...always });
  const isListLoaded = publicPath === undefined || list.isFetchedAfterMount;
  // What an earlier list names may be published by now.
  const drafts = isListLoaded ? (list.data?.items ?? []) : [];
  const waiting = drafts.find((one) => one.collection === name && one.itemId === id);
  const one = useQuery(itemDraftQuery(waiting));
  return {
    draft: waiting ? (one.data ?? null) : null,
    isLoaded: isListLoaded && (!waiting || (one.isSuccess && !one.isPlaceholderData)),
    error: list.error ?? (waiting ? one.error : null),
  };
};
