const MAX_SUGGESTED = 8;

/** Where in its text the cursor's line begins and ends. */
export const lineAt = (text: string, cursor: number): { start: number; end: number } => {
  const end = text.indexOf('\n', cursor);
  return { start: text.lastIndexOf('\n', cursor - 1) + 1, end: end < 0 ? text.length : end };
};

/** Existing values that contain the typed words, prefix matches first, without those already there. */
export const suggest = (
  existing: readonly string[],
  typed: string,
  taken: readonly string[],
): string[] => {
  const words = typed.trim().toLowerCase();
  if (words === '') return [];
  const isTaken = new Set(taken.map((each) => each.trim().toLowerCase()));
  const places = existing.map((value) => ({ value, at: value.toLowerCase().indexOf(words) }));
  return places
    .filter(
      ({ value, at }) =>
        at >= 0 &&
        (value === typed
          ? false
          : !isTaken.has(value.toLowerCase()) || value.toLowerCase() === words),
    )
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, MAX_SUGGESTED)
    .map(({ value }) => value);
};
