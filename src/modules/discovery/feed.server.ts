import { type Article, news } from '#content/news/news.collection.ts';
import { excerpt } from '#content/shared/excerpt.ts';
import { widen } from '#kit/collection.ts';
import type { AppParts } from '#platform/app.server.ts';
import { pathOf } from './places.server.ts';
import { dropForbidden } from './xml.ts';

export const FEED_LENGTH = 50;
const SUMMARY = 300;

/** A reader shows the text away from our site, where a path of ours leads nowhere. */
const withWholeAddresses = (html: string, siteUrl: string) =>
  html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${siteUrl}/`);

/** The newest articles with their full text, as RSS 2.0. */
export const createFeed = ({ content, settings }: AppParts) => {
  const { SITE_URL: siteUrl, SITE_NAME: name } = settings;
  const { reader, text } = content.partsOf(news.name);

  const toEntry = async (article: Article) => {
    const source = article.rewrittenContent || article.originalContent;
    const html = await text.render(source, { autoLink: false, ownSlug: undefined });
    const link = siteUrl + pathOf(widen(news), article.slug);
    const published = article.publishedOn ?? article.createdAt;
    return {
      title: dropForbidden(article.rewrittenTitle || article.title),
      link,
      guid: { value: link, isPermaLink: true },
      pubDate: new Date(published),
      description: dropForbidden(article.excerpt || excerpt(source, SUMMARY)),
      ...(article.category ? { categories: [{ name: dropForbidden(article.category) }] } : {}),
      content: { encoded: dropForbidden(withWholeAddresses(html, siteUrl)) },
    };
  };

  return async (): Promise<string> => {
    const { generateRssFeed } = await import('feedsmith');
    const articles = await reader.list({ viewer: null, limit: FEED_LENGTH });
    const items = await Promise.all(articles.map((item) => toEntry(item as unknown as Article)));
    const newest = items[0]?.pubDate;
    return generateRssFeed({
      title: `${name}: news`,
      link: `${siteUrl}/news`,
      description: 'What changed in family office software, with the sources.',
      language: 'en',
      ...(newest ? { lastBuildDate: newest } : {}),
      atom: { links: [{ href: `${siteUrl}/feed.xml`, rel: 'self', type: 'application/rss+xml' }] },
      items,
    });
  };
};
