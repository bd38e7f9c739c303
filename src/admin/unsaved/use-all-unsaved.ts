import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { findHeld } from './unsaved-locks.ts';
import { listUnsaved, type StoredText, subscribeUnsaved, unsavedKey } from './unsaved-store.ts';

let snapshot: readonly StoredText[] = [];

/** The same list as long as nothing changed, as React asks for. */
const readUnsaved = (): readonly StoredText[] => {
  const now = listUnsaved();
  const isSame =
    now.length === snapshot.length &&
    now.every((text, index) => {
      const before = snapshot[index];
      return before && unsavedKey(text) === unsavedKey(before) && text.at === before.at;
    });
  if (!isSame) snapshot = now;
  return snapshot;
};

/** All unsaved text of this browser, and which of it some open form is writing now. */
export const useAllUnsaved = () => {
  const texts = useSyncExternalStore(subscribeUnsaved, readUnsaved);
  const { data: held } = useQuery({
    queryKey: ['unsaved', texts.map(unsavedKey)],
    queryFn: findHeld,
    enabled: texts.length > 0,
    staleTime: 0,
  });
  return { texts, isOpen: (text: StoredText) => held?.has(unsavedKey(text)) ?? false };
};
