import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Collection } from '#kit/collection.ts';
import { updateSchema } from '#kit/validators.ts';
import { consume } from '#modules/auth/limit.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { createPagedTypes } from '#modules/item-calls.server.ts';
import { createPreviewOf } from '#modules/preview-links/preview-pages.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { MARKDOWN_LENGTH } from '#platform/text/markdown-bounds.ts';

/** A page is rendered several times a second while somebody types, and no faster. */
const RENDERS = { points: 60, duration: 10 };

/** Half-written fields keep their stored value. */
const validFields = (collection: Collection, fields: Record<string, unknown>) => {
  const { shape } = updateSchema(collection);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const read = Object.hasOwn(shape, key) ? shape[key]?.safeParse(value) : undefined;
      return read?.success && read.data !== undefined ? [[key, read.data]] : [];
    }),
  );
};

/** An item's page with text that is not saved, for the person who types it. */
export const mountPagePreview = (api: Api, parts: AppParts) => {
  const { content, connection } = parts;
  const types = createPagedTypes(content.registry, content.partsOf);
  const renders = new RateLimiterMemory(RENDERS);
  const previewOf = createPreviewOf(connection.db, content);

  return [
    endpoint(api, {
      method: 'post',
      id: 'renderPagePreview',
      path: '/api/{collection}/{id}/page-preview',
      tag: PANEL,
      summary: 'The page of an item with text that is not saved; stores nothing',
      access: 'viewer',
      params: types.params,
      body: z.strictObject({ fields: z.record(z.string().max(100), z.unknown()) }),
      response: z.object({ html: z.string() }).meta({ id: 'PagePreview' }),
      examples: { body: { fields: { answer: 'Half a sentence' } } },
      failures: {
        404: 'Not there',
        429: 'Too many renders; Retry-After says when to come back',
        503: 'The pages are not there yet',
      },
      handle: async ({ params, body, viewer, c }) => {
        await consume(renders, String(viewer.id));
        const { collection } = types.find(params.collection);
        const fields = validFields(collection, body.fields);
        const preview = await previewOf(collection, params.id, fields);
        if (!preview) throw notFound(collection.label.one);
        const html = await parts.pages?.render?.(preview, c.get('requestId'));
        if (html === undefined) throw new AppError('unavailable', 'The page could not be rendered');
        c.header('Cache-Control', 'private, no-store');
        return { html };
      },
    }),
  ];
};

export const mountPreview = (api: Api, { content }: AppParts) => [
  endpoint(api, {
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
    handle: async ({ body: { markdown, autoLink } }) => {
      const [first] = content.registry;
      if (!first) return { html: '' };
      const { text } = content.partsOf(first.name);
      return { html: await text.render(markdown, { autoLink }) };
    },
  }),
];
