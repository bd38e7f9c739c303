import { decodeText } from '#platform/decode-text.ts';
import type { Download } from '#platform/threads.server.ts';
import { readHtml, readPlain } from './read-page.server.ts';

export const work = ({ bytes, contentType, url }: Download) => {
  const source = decodeText(bytes, contentType);
  return /^text\/(?!html)/i.test(contentType ?? '') ? readPlain(source) : readHtml(source, url);
};
