import { decodeText } from '#platform/decode-text.ts';
import { serveTasks } from '#platform/serve-tasks.server.ts';
import type { Download } from '#platform/worker-pool.server.ts';
import { readHtml, readPlain } from './read-page.server.ts';

serveTasks(({ bytes, contentType, url }: Download) => {
  const source = decodeText(bytes, contentType);
  return /^text\/(?!html)/i.test(contentType ?? '') ? readPlain(source) : readHtml(source, url);
});
