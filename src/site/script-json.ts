/** Data for a script element, which nothing but '<' can end. */
export const scriptJson = (data: unknown): string =>
  (JSON.stringify(data) ?? 'null').replaceAll('<', '\\u003c');
