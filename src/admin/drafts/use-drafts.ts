import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findHeldDrafts } from './draft-locks.ts';
import { draftKey, listDrafts, type StoredDraft, subscribeDrafts } from './draft-store.ts';

let snapshot: readonly StoredDraft[] = [];

/** The same list as long as nothing changed, as React asks for. */
const readDrafts = (): readonly StoredDraft[] => {
  const now = listDrafts();
  const isSame =
    now.length === snapshot.length &&
    now.every((draft, index) => {
      const before = snapshot[index];
      return before && draftKey(draft) === draftKey(before) && draft.at === before.at;
    });
  if (!isSame) snapshot = now;
  return snapshot;
};

/** All unsaved text of this browser, and which of it some open form is writing now. */
export const useDrafts = () => {
  const drafts = useSyncExternalStore(subscribeDrafts, readDrafts);
  const { data: held } = useQuery({
    queryKey: ['unsaved', drafts.map(draftKey)],
    queryFn: findHeldDrafts,
    enabled: drafts.length > 0,
    staleTime: 0,
  });
  return { drafts, isOpen: (draft: StoredDraft) => held?.has(draftKey(draft)) ?? false };
};
