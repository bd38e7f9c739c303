/** Of an import: the field is emptied. An empty cell leaves it as it is. */
export const CLEAR = '[clear]';

/**
 * Texts that a spreadsheet takes for a formula, and our own `[clear]`: an apostrophe before them makes them text.
 * Some programs drop white space and invisible characters before they look.
 */
const NEEDS_APOSTROPHE =
  /^'*(?:[\s\p{Z}\p{C}\p{DI}\u2800]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n]|\[clear\]$)/u;

/** A text that no spreadsheet runs. */
export const quoteText = (text: string): string =>
  NEEDS_APOSTROPHE.test(text) ? `'${text}` : text;

/** Gives back what `quoteText` was given. */
export const unquoteText = (cell: string): string =>
  cell.startsWith("'") && NEEDS_APOSTROPHE.test(cell.slice(1)) ? cell.slice(1) : cell;

const asCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Rows as RFC 4180 has them, on the server and in the browser. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(asCell).join(',')}\r\n`).join('');

/** The same, of texts: no cell of them runs in a spreadsheet. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  writeCsv(rows.map((row) => row.map(quoteText)));
