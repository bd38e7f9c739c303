/** Makes a thing once for each key, and forgets it with the key. */
export const memoByKey = <K extends WeakKey, V extends {}>(make: (key: K) => V) => {
  const made = new WeakMap<K, V>();
  return (key: K): V => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
};

/** Makes a thing when it is first asked for. */
export const once = <V extends {}>(make: () => V) => {
  let made: V | undefined;
  return (): V => {
    made ??= make();
    return made;
  };
};
