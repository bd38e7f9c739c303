import * as z from 'zod';
import type { AppParts } from '#platform/app.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

const MAX_MARKDOWN = 200_000;

/** What a text will look like on the site, made by the site's own renderer. */
export const mountPreview = (api: Api, { content }: AppParts) => {
  endpoint(
    api,
    {
      method: 'post',
      path: '/api/preview',
      tag: 'Panel',
      summary: 'Markdown as the site renders it; stores nothing',
      access: 'session',
      body: z.strictObject({
        markdown: z.string().max(MAX_MARKDOWN),
        autoLink: z.boolean().default(false),
      }),
      answer: z.object({ html: z.string() }),
    },
    async ({ body: { markdown, autoLink } }) => {
      const [first] = content.registry;
      if (!first) return { html: '' };
      const { text } = content.partsOf(first.name);
      return { html: await text.render(markdown, { autoLink, ownSlug: undefined }) };
    },
  );
};
