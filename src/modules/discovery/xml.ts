import { escapeHtml } from '#platform/escape-html.ts';

/** Characters that no XML document may hold, escaped or not. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const dropForbidden = (text: string) => text.replace(FORBIDDEN, '');

export const escapeXml = (text: string) => escapeHtml(dropForbidden(text));
