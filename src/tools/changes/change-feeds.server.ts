import * as z from 'zod';
import { hrefTo } from '#client/href-to.ts';
import type { VendorChange } from '#content/shared/changes/change.schema.ts';
import { FEED, feedOf, sentenceOf, subjectOf } from '#content/shared/changes/change-words.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { FEED_CALL, FEED_HEADERS, writeRss } from '#modules/discovery/rss.server.ts';
import { dropForbidden } from '#modules/discovery/xml.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { ReadChanges } from './changes.routes.server.ts';
import { changesSite } from './site.ts';

/** Changes of all vendors and of one, as RSS 2.0. */
export const mountChangeFeeds = (api: Api, { settings }: AppParts, read: ReadChanges) => {
  const { SITE_URL: siteUrl } = settings;

  const toItem = (change: VendorChange) => ({
    title: dropForbidden(`${change.vendor.name}: ${subjectOf(change)}`),
    link: `${siteUrl}/vendors/${change.vendor.slug}`,
    guid: { value: `${siteUrl}/changes#${change.id}`, isPermaLink: false },
    pubDate: new Date(change.at),
    description: dropForbidden(sentenceOf(change)),
  });

  const write = async (slug: string | undefined) => {
    const record = await read(slug);
    if (!record) throw notFound('Vendor');
    const { name } = record;
    const siteName = settings.SITE_NAME;
    return writeRss(siteUrl, {
      title: dropForbidden(name ? `${siteName}: changes of ${name}` : `${siteName}: changes`),
      description: 'Owners, price meters, attestations and documented features that changed.',
      page: slug === undefined ? changesSite.folder : hrefTo('/vendors/$slug', { slug }),
      self: slug === undefined ? FEED : feedOf(slug),
      items: record.changes.map(toItem),
    });
  };

  endpoint(
    api,
    { ...FEED_CALL, id: 'getChangesFeed', path: FEED, summary: 'What changed about vendors' },
    async ({ c }) => c.body(await write(undefined), 200, FEED_HEADERS),
  );
  endpoint(
    api,
    {
      ...FEED_CALL,
      id: 'getVendorChangesFeed',
      path: '/vendors/{slug}/changes.xml',
      summary: 'What changed about one vendor',
      params: z.object({ slug: z.string().max(200) }),
      failures: { 404: 'No such vendor' },
    },
    async ({ c, params }) => c.body(await write(params.slug), 200, FEED_HEADERS),
  );
};
