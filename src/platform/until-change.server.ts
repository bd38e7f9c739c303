import { onChange } from './changes.server.ts';

const MAX_VALUES = 500;

let moment = 0;
let floor = 0;
const changed = new Map<string, number>();
let isHeard = true;

onChange((keys) => {
  moment += 1;
  for (const key of keys) {
    if (key === '*') floor = moment;
    // Whole collections only: a change of an item names its collection too.
    else if (!key.includes('/')) changed.set(key, moment);
  }
});

/** While other nodes' changes are not heard, nothing that was kept counts as true. */
export const setChangesHeard = (value: boolean) => {
  isHeard = value;
};

const isTrueSince = (since: number, collections: readonly string[]) =>
  isHeard &&
  since >= floor &&
  collections.every((collection) => (changed.get(collection) ?? 0) <= since);

/** Keeps what `load` answers for each key until one of the collections that it reads changes. */
export const keepUntilChange = <T>(collections: readonly string[]) => {
  const kept = new Map<string, { since: number; value: Promise<T> }>();
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known && isTrueSince(known.since, collections)) return known.value;
    if (kept.size >= MAX_VALUES) kept.clear();
    const entry = { since: moment, value: load() };
    kept.set(key, entry);
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.value;
  };
};
