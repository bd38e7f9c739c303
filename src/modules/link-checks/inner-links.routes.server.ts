import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { PANEL } from '#modules/counts/panel.tag.ts';
import { findDraft } from '#modules/drafts/item-drafts.server.ts';
import { createItemCalls } from '#modules/item-calls.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { findInnerLinks } from './find-links.ts';

const brokenLink = z
  .object({ field: z.string(), label: z.string(), path: z.string() })
  .meta({ id: 'BrokenLink' });

/** Broken inner links after a save: a warning, since the page may come later. */
export const mountInnerLinks = (api: Api, { connection: { db }, content }: AppParts) => {
  const { registry, partsOf, closedPaths } = content;
  const items = createItemCalls(registry, partsOf);

  return [
    endpoint(api, {
      method: 'get',
      path: '/api/{collection}/{id}/broken-links',
      id: 'listBrokenLinks',
      tag: PANEL,
      summary: 'Inner links of an item that lead to nothing a visitor may see, by field',
      access: 'viewer',
      params: items.params,
      query: z.object({
        of: z
          .enum(['item', 'draft'])
          .default('item')
          .meta({ description: 'Which of the two was saved' }),
      }),
      response: z.array(brokenLink),
      failures: { 404: 'Not there' },
      handle: async ({ params, query, viewer }) => {
        const { collection, item } = await items.findItem(params, viewer);
        const isDraft = query.of === 'draft';
        const draft = isDraft ? await findDraft(db, { collection, id: item.id }) : undefined;
        if (isDraft && !draft) throw notFound('Draft');
        const links = findInnerLinks(collection, { ...item, ...draft?.fields }, registry);
        const closed = await closedPaths(db, [...new Set(links.map(({ path }) => path))]);
        return links.filter(({ path }) => closed.has(path));
      },
    }),
  ];
};
