export interface Lru<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): boolean;
  clear(): void;
  /** How many entries are kept, and how many bytes they are counted as. */
  readonly size: number;
  readonly bytes: number;
}

interface Options<V> {
  maxBytes: number;
  sizeOf: (value: V, key: string) => number;
}

/** A cache bounded by bytes: the entry that was used longest ago goes first. */
export function createLru<V>({ maxBytes, sizeOf }: Options<V>): Lru<V> {
  // A Map remembers the order of insertion, so its first key is always the oldest one.
  const entries = new Map<string, { value: V; bytes: number }>();
  let total = 0;

  function remove(key: string): boolean {
    const entry = entries.get(key);
    if (!entry) return false;
    total -= entry.bytes;
    return entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      // An entry always costs something, or a million empty ones would count as nothing.
      const bytes = Math.max(1, sizeOf(value, key));
      // One that can never fit would only push everything else out.
      if (!(bytes <= maxBytes)) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
    get size() {
      return entries.size;
    },
    get bytes() {
      return total;
    },
  };
}
