import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { MARKDOWN_LENGTH } from '#platform/text/markdown-bounds.ts';

/** Renders a text with the site's own renderer. */
export const mountPreview = (api: Api, { content }: AppParts) => {
  const renderPreviewCall = endpoint(
    api,
    {
      method: 'post',
      id: 'renderPreview',
      path: '/api/preview',
      tag: PANEL,
      summary: 'Markdown as the site renders it; stores nothing',
      access: 'viewer',
      body: z.strictObject({
        markdown: z.string().max(MARKDOWN_LENGTH),
        autoLink: z.boolean().default(false),
      }),
      response: z.object({ html: z.string() }).meta({ id: 'Preview' }),
    },
    async ({ body: { markdown, autoLink } }) => {
      const [first] = content.registry;
      if (!first) return { html: '' };
      const { text } = content.partsOf(first.name);
      return { html: await text.render(markdown, { autoLink }) };
    },
  );

  return [renderPreviewCall];
};
