/** Joins class names; falsy parts fall away. */
export function cn(...parts: (string | false | null | undefined)[]): string {
  let joined = '';
  for (const part of parts) {
    if (part) joined = joined ? `${joined} ${part}` : part;
  }
  return joined;
}
