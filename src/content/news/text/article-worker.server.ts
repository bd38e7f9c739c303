import { decodeText } from '#platform/decode-text.ts';
import type { Download } from '#platform/threads.server.ts';
import { extractArticle } from './extract-article.server.ts';

export const work = ({ bytes, contentType, url }: Download) =>
  extractArticle(decodeText(bytes, contentType), url);
