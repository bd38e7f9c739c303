import type { Article as ArticleType, NewsArticle, WithContext } from 'schema-dts';
import { hrefTo } from '#client/href-to.ts';
import type { SiteInfo } from '#site/site-info.ts';
import type { Article } from '../news.collection.ts';
import { titleOf } from '../title-of.ts';
import { dateOf } from './article-facts.ts';

const urlOf = (site: SiteInfo, { slug }: Article) =>
  `${site.url}${hrefTo('/news/$slug', { slug })}`;

const absolute = (site: SiteInfo, url: string) => (url.startsWith('/') ? `${site.url}${url}` : url);

/** A fetched piece is news; our own are articles. */
export const articleLd = (
  site: SiteInfo,
  article: Article,
): WithContext<ArticleType | NewsArticle> => ({
  '@context': 'https://schema.org',
  '@type': article.originalUrl ? 'NewsArticle' : 'Article',
  headline: titleOf(article).slice(0, 110),
  url: urlOf(site, article),
  mainEntityOfPage: urlOf(site, article),
  datePublished: dateOf(article),
  dateModified: article.updatedAt,
  ...(article.excerpt ? { description: article.excerpt } : {}),
  ...(article.category ? { articleSection: article.category } : {}),
  ...(article.imageUrl ? { image: [absolute(site, article.imageUrl)] } : {}),
  author: article.originalAuthor
    ? { '@type': 'Person', name: article.originalAuthor }
    : { '@type': 'Organization', name: site.name, url: site.url },
  publisher: { '@type': 'Organization', name: site.name, url: site.url },
});
