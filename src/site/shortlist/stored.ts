/** Something that is stored in this browser alone, in step across its tabs. */
export interface Stored<T> {
  readonly empty: T;
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** `read` validates the stored value, as browser storage can be edited. */
export const createStored = <T>(key: string, empty: T, read: (value: unknown) => T): Stored<T> => {
  const listeners = new Set<() => void>();
  /** Text that localStorage refused; lasts as long as the page. */
  let unsaved: string | null = null;
  let text: string | null = null;
  let value = empty;

  const load = (): string | null => {
    try {
      return unsaved ?? localStorage.getItem(key);
    } catch {
      return unsaved;
    }
  };
  const keep = (next: string) => {
    try {
      localStorage.setItem(key, next);
      unsaved = null;
    } catch {
      unsaved = next;
    }
  };
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) for (const listener of listeners) listener();
  };

  return {
    empty,
    get() {
      const now = load();
      if (now !== text) {
        text = now;
        value = now === null ? empty : read(parse(now));
      }
      return value;
    },
    set(next) {
      text = JSON.stringify(next);
      value = next;
      keep(text);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', follow);
      };
    },
  };
};
