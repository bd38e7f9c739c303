interface Joined {
  text: string;
  next: Map<string, Joined>;
}

const start: Joined = { text: '', next: new Map() };

const join = (before: Joined, part: string): Joined => {
  const joined = { text: before.text ? `${before.text} ${part}` : part, next: new Map() };
  before.next.set(part, joined);
  return joined;
};

/** Joins class names; falsy parts fall away. The same parts are joined once: they are few, and asked for by each element. */
export function cn(...parts: (string | false | null | undefined)[]): string {
  let joined = start;
  for (const part of parts) {
    if (part) joined = joined.next.get(part) ?? join(joined, part);
  }
  return joined.text;
}
