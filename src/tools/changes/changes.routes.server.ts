import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import { change, type VendorChange } from '#content/shared/changes/change.schema.ts';
import { FEED, feedOf, sentenceOf, subjectOf } from '#content/shared/changes/change-words.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { FEED_CALL, FEED_HEADERS, writeRss } from '#modules/discovery/rss.server.ts';
import { dropForbidden } from '#modules/discovery/xml.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { readChanges, readStart } from './changes.server.ts';
import { changesSite } from './site.ts';

const MOST = 100;

interface Told {
  since: Awaited<ReturnType<typeof readStart>>;
  changes: VendorChange[];
}

/** Changes of all vendors and of one: as a list, and as RSS 2.0. */
export const mountChanges = (
  api: Api,
  { connection: { db }, settings }: AppParts,
  readerOf: ReaderOf,
) => {
  const { SITE_URL: siteUrl } = settings;
  const remember = rememberUntilChange<Told>({ max: 200 });

  /** The record of one vendor by its slug, or of all. */
  const read = async (slug: string | undefined) => {
    const vendor = slug === undefined ? undefined : await readerOf(vendors).bySlug(null, slug);
    if (vendor === null) throw notFound('Vendor');
    const told = await remember(String(vendor?.id), async () => {
      const changes = await readChanges(db, vendor?.id);
      const since = await readStart(db, vendor?.id);
      return { since, changes: changes.slice(0, MOST) };
    });
    return { ...told, name: vendor?.name };
  };

  const listChangesCall = endpoint(api, {
    method: 'get',
    id: 'listVendorChanges',
    path: '/api/changes',
    tag: {
      name: 'Changes',
      description: 'What changed about vendors: owners, price meters, attestations, features.',
    },
    summary: `What changed about vendors, the newest first; at most ${MOST}`,
    access: 'public',
    query: z.object({
      vendor: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'One vendor, by its slug' }),
      limit: z.coerce.number().int().min(1).max(MOST).optional(),
    }),
    response: z.object({
      /** When the record began. */
      since: z.iso.datetime().nullable(),
      changes: z.array(change),
    }),
    failures: { 404: 'No such vendor' },
    handle: async ({ query }) => {
      const { since, changes } = await read(query.vendor);
      return { since, changes: changes.slice(0, query.limit ?? MOST) };
    },
  });
  const toItem = (change: VendorChange) => ({
    title: dropForbidden(`${change.vendor.name}: ${subjectOf(change)}`),
    link: `${siteUrl}/vendors/${change.vendor.slug}`,
    guid: { value: `${siteUrl}/changes#${change.id}`, isPermaLink: false },
    pubDate: new Date(change.at),
    description: dropForbidden(sentenceOf(change)),
  });

  const write = async (slug: string | undefined) => {
    const { name, changes } = await read(slug);
    const siteName = settings.SITE_NAME;
    return writeRss(siteUrl, {
      title: dropForbidden(name ? `${siteName}: changes of ${name}` : `${siteName}: changes`),
      description: 'Owners, price meters, attestations and documented features that changed.',
      page: slug === undefined ? changesSite.folder : hrefTo('/vendors/$slug', { slug }),
      self: slug === undefined ? FEED : feedOf(slug),
      items: changes.map(toItem),
    });
  };

  endpoint(api, {
    ...FEED_CALL,
    id: 'getChangesFeed',
    path: FEED,
    summary: 'What changed about vendors',
    handle: async ({ c }) => c.body(await write(undefined), 200, FEED_HEADERS),
  });
  endpoint(api, {
    ...FEED_CALL,
    id: 'getVendorChangesFeed',
    path: '/vendors/{slug}/changes.xml',
    summary: 'What changed about one vendor',
    params: z.object({ slug: z.string().max(200) }),
    failures: { 404: 'No such vendor' },
    handle: async ({ c, params }) => c.body(await write(params.slug), 200, FEED_HEADERS),
  });
  return [listChangesCall];
};
