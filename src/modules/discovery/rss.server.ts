import type { generateRssFeed } from 'feedsmith';

const TYPE = 'application/rss+xml';

export const DISCOVERY = {
  name: 'Discovery',
  description: 'What search engines, feed readers and other programs look for at fixed addresses.',
};

type Channel = Parameters<typeof generateRssFeed>[0];

interface Feed {
  title: string;
  description: string;
  /** The page that the feed follows, and the feed itself. */
  page: string;
  self: string;
  /** The newest first. */
  items: NonNullable<Channel['items']>;
}

/** Shared by the calls of all feeds. */
export const FEED_CALL = {
  method: 'get',
  tag: DISCOVERY,
  access: 'public',
  cacheable: true,
  mediaType: TYPE,
} as const;
export const FEED_HEADERS = { 'Content-Type': `${TYPE}; charset=utf-8` };

/** A feed as RSS 2.0. */
export const writeRss = async (siteUrl: string, feed: Feed): Promise<string> => {
  const { generateRssFeed } = await import('feedsmith');
  const { title, description, page, self, items } = feed;
  const newest = items[0]?.pubDate;
  return generateRssFeed({
    title,
    link: siteUrl + page,
    description,
    language: 'en',
    ...(newest ? { lastBuildDate: newest } : {}),
    atom: { links: [{ href: siteUrl + self, rel: 'self', type: TYPE }] },
    items,
  });
};
