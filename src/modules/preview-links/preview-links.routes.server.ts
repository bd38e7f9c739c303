import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { createPagedTypes } from '#modules/item-calls.server.ts';
import { keyOf, type Place, readTitles } from '#modules/place.server.ts';
import { findRelease } from '#modules/releases/releases.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview-links.server.ts';

const PREVIEW_LINKS = {
  name: 'Preview links',
  description:
    'Links by which people without an account see one item, or the whole site with a release, as it will be.',
};

/** Beside the types with pages: a link to a release opens the whole site. */
const RELEASES = 'releases';

const link = z
  .object({
    id: z.int(),
    createdBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'PreviewLink' });

const newLink = link
  .extend({ url: z.string().meta({ description: 'Told this once' }) })
  .meta({ id: 'NewPreviewLink' });

export const mountPreviewLinks = (api: Api, { connection, content, settings }: AppParts) => {
  const { db } = connection;
  const types = createPagedTypes(content.registry, content.partsOf);
  const named = [...types.names, RELEASES];
  const base = {
    tag: PREVIEW_LINKS,
    path: '/api/{collection}/{id}/preview-links',
    params: types.params.extend({ collection: z.string().meta({ enum: named }) }),
    failures: { 404: 'Not there' },
  } as const;
  const titleOf = async (place: Place) => {
    if (place.collection === RELEASES) return (await findRelease(db, place.itemId))?.name;
    const { collection } = types.find(place.collection);
    return (await readTitles(db, [collection], [place])).get(keyOf(place));
  };
  const findPlace = async (
    viewer: Viewer,
    { collection, id }: { collection: string; id: number },
  ) => {
    // A release holds drafts of every type; a token may be for one.
    if (viewer?.token && collection === RELEASES)
      throw new AppError('forbidden', 'A token may not do this. Somebody has to sign in for it.');
    const place = { collection, itemId: id };
    const title = await titleOf(place);
    if (title !== undefined) return { ...place, title };
    throw notFound(
      collection === RELEASES ? 'Release' : types.find(collection).collection.label.one,
    );
  };

  return [
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'createPreviewLink',
      summary: 'A link that shows an item as it will be, for 7 days, to people without an account',
      access: 'editor',
      response: newLink,
      status: 201,
      handle: async ({ params, viewer }) =>
        createPreviewLink(db, await findPlace(viewer, params), {
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
      handle: async ({ params, viewer }) => listPreviewLinks(db, await findPlace(viewer, params)),
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
