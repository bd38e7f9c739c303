/** Left by an unfinished import; such a text is never shown (spec, vendor profile). */
const PLACEHOLDER_MARK = '[Extract';

export const withoutPlaceholder = (value: string | null | undefined): string | null =>
  value && !value.includes(PLACEHOLDER_MARK) ? value : null;

export const withoutPlaceholders = (values: readonly string[] | null | undefined): string[] =>
  (values ?? []).filter((value) => !value.includes(PLACEHOLDER_MARK));
