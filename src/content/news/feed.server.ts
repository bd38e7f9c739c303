import { hrefTo } from '#client/href-to.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { FEED_CALL, FEED_HEADERS, writeRss } from '#modules/discovery/rss.server.ts';
import { dropForbidden } from '#modules/discovery/xml.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { type Article, news } from './news.collection.ts';
import { FEED, newsSite } from './site.ts';
import { titleOf } from './title-of.ts';

export const FEED_LENGTH = 50;
const SUMMARY = 300;

/** A reader shows the text away from our site, where a path of ours leads nowhere. */
const withWholeAddresses = (html: string, siteUrl: string) =>
  html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${siteUrl}/`);

/** Nor are our styles there, by which a picture has its width. */
const withWidths = (html: string) =>
  html.replace(/(<img src="[^"]*#width=(33|50|75)")/g, '$1 width="$2%"');

/** The newest articles with their full text, as RSS 2.0. */
export const mountNewsFeed = (api: Api, { content, settings }: AppParts) => {
  const { SITE_URL: siteUrl } = settings;
  const { reader, text } = content.partsOf(news);

  const toEntry = async (article: Article) => {
    // Another publisher's text is read on our page or on theirs, but never handed on whole.
    const isOurs = Boolean(article.rewrittenContent) || !article.originalUrl;
    const source = article.rewrittenContent || article.originalContent;
    const html = isOurs ? await text.render(source, { autoLink: false }) : undefined;
    const link = siteUrl + hrefTo('/news/$slug', { slug: article.slug });
    const published = article.publishedOn ?? article.createdAt;
    return {
      title: dropForbidden(titleOf(article)),
      link,
      guid: { value: link, isPermaLink: true },
      pubDate: new Date(published),
      description: dropForbidden(article.excerpt || excerpt(source, SUMMARY)),
      ...(article.category ? { categories: [{ name: dropForbidden(article.category) }] } : {}),
      ...(html === undefined
        ? {}
        : { content: { encoded: dropForbidden(withWidths(withWholeAddresses(html, siteUrl))) } }),
    };
  };

  const write = async (): Promise<string> => {
    const articles = await reader.list({ viewer: null, limit: FEED_LENGTH });
    return writeRss(siteUrl, {
      title: `${settings.site.siteName}: news`,
      description: 'What changed in family office software, with the sources.',
      page: newsSite.folder,
      self: FEED,
      items: await Promise.all(articles.map(toEntry)),
    });
  };

  endpoint(api, {
    ...FEED_CALL,
    id: 'getFeed',
    path: FEED,
    summary: 'The newest articles with full text, RSS 2.0',
    handle: async ({ c }) => c.body(await write(), 200, FEED_HEADERS),
  });
};
