import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { createPagedTypes } from '#modules/item-calls.server.ts';
import { keyOf, type Place, readTitles } from '#modules/place.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview-links.server.ts';

const PREVIEW_LINKS = {
  name: 'Preview links',
  description: 'Links by which people without an account see one item as it will be.',
};

const link = z
  .object({
    id: z.int(),
    createdBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'PreviewLink' });

const newLink = link
  .extend({ url: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'NewPreviewLink' });

export const mountPreviewLinks = (api: Api, { connection, content, settings }: AppParts) => {
  const { db } = connection;
  const types = createPagedTypes(content.registry, content.partsOf);
  const base = {
    tag: PREVIEW_LINKS,
    path: '/api/{collection}/{id}/preview-links',
    params: types.params,
    failures: { 404: 'Not there' },
  } as const;
  const titleOf = async (place: Place) => {
    const { collection } = types.find(place.collection);
    return (await readTitles(db, [collection], [place])).get(keyOf(place));
  };
  const findPlace = async ({ collection, id }: { collection: string; id: number }) => {
    const place = { collection, itemId: id };
    const title = await titleOf(place);
    if (title !== undefined) return { ...place, title };
    throw notFound(types.find(collection).collection.label.one);
  };

  return [
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'createPreviewLink',
      summary: 'A link that shows an item as it will be, for 7 days, to people without an account',
      access: 'editor',
      // A link opens for as long as the person who made it is an editor.
      tokens: false,
      response: newLink,
      status: 201,
      handle: async ({ params, viewer }) =>
        createPreviewLink(db, await findPlace(params), {
          viewer,
          siteUrl: settings.SITE_URL,
        }),
    }),
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listPreviewLinks',
      summary: 'The links to an item that still open, without their tokens',
      access: 'viewer',
      response: z.array(link),
      handle: async ({ params }) => listPreviewLinks(db, await findPlace(params)),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'revokePreviewLink',
      path: '/api/preview-links/{id}',
      summary: 'Let a preview link open nothing any more',
      access: 'editor',
      params: idParam,
      response: success,
      handle: ({ params, viewer }) => revokePreviewLink(db, params.id, viewer, titleOf),
    }),
  ];
};
