/** Something that is stored in this browser alone, in step across its tabs. */
export interface Stored<T> {
  readonly empty: T;
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** `read` validates the stored value, as browser storage can be edited. */
export const createStored = <T>(key: string, empty: T, read: (value: unknown) => T): Stored<T> => {
  const changes = new EventTarget();
  /** Text that localStorage refused; lasts as long as the page. */
  let unsaved: string | null = null;
  let text: string | null = null;
  let value = empty;

  return {
    empty,
    // Another tab may have written while this page lay in the browser's history, where it heard nothing.
    get() {
      try {
        const now = unsaved ?? localStorage.getItem(key);
        if (now === text) return value;
        text = now;
        value = read(JSON.parse(now ?? ''));
      } catch {
        value = empty;
      }
      return value;
    },
    set(next) {
      text = JSON.stringify(next);
      value = next;
      try {
        localStorage.setItem(key, text);
        unsaved = null;
      } catch {
        unsaved = text;
      }
      changes.dispatchEvent(new Event('change'));
    },
    subscribe(listener) {
      const follow = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener('storage', follow);
      changes.addEventListener('change', listener);
      return () => {
        window.removeEventListener('storage', follow);
        changes.removeEventListener('change', listener);
      };
    },
  };
};
