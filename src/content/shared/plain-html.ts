const NOTICE = 'This text is too intricate to be formatted, so it is shown as it was written.';

const ESCAPES: Record<string, string> = { '&': '&#x26;', '<': '&#x3C;', '>': '&#x3E;' };

/** A text that cannot be formatted in time, as its words and lines, with a notice that says so. */
export const toPlainHtml = (source: string): string => {
  const paragraphs = source
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((text) => text.trim().replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? ''))
    .filter((text) => text !== '')
    .map((text) => `<p>${text.replaceAll('\n', '<br>\n')}</p>`);
  return [`<p><em>${NOTICE}</em></p>`, ...paragraphs].join('\n');
};
