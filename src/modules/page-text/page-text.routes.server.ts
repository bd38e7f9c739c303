import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { consume } from '#modules/public-forms/form-limits.server.ts';
import { invalid } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { createPageReader } from './page-text.server.ts';

const READS_A_MINUTE = 30;

const pageText = z
  .object({
    url: z.string().meta({ description: 'The address that answered, after redirects' }),
    title: z.string().nullable(),
    text: z.string().meta({ description: 'A line for each paragraph, at most 200 kB' }),
    whole: z.string().meta({ description: 'All that is visible, where `text` is the article' }),
    isCut: z.boolean().meta({ description: 'Whether the page has more text' }),
  })
  .meta({ id: 'PageText' });

/** The text of a page for editors, who choose its words. */
export const mountPageText = (api: Api, { settings }: Pick<AppParts, 'settings'>) => {
  const reader = createPageReader({ fetch: guardedFetch, allowHosts: settings.FETCH_ALLOW_HOSTS });
  const reads = new RateLimiterMemory({ points: READS_A_MINUTE, duration: 60 });

  return [
    endpoint(api, {
      method: 'post',
      id: 'readPageText',
      path: '/api/page-text',
      tag: PANEL,
      summary: `The readable text of a page of another site; ${READS_A_MINUTE} a minute`,
      access: 'editor',
      body: z.strictObject({ url: z.string().min(1).max(1000) }),
      maxBody: 8192,
      response: pageText,
      examples: { body: { url: 'https://sample-ledger.example/reporting' } },
      failures: { 429: 'Too many reads; Retry-After says when to come back' },
      handle: async ({ body, viewer }) => {
        await consume(reads, String(viewer.id));
        const page = await reader.read(body.url);
        if (page.kind === 'unreadable')
          throw invalid({ url: `The page could not be read: ${page.reason}` });
        const { url, title, text, whole, isCut } = page;
        return { url, title, text, whole, isCut };
      },
    }),
  ];
};
