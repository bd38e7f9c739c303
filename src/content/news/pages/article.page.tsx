import { queryOptions, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { Article as ArticleLd, NewsArticle, WithContext } from 'schema-dts';
import type { DetailResponse } from '#client/api-calls.ts';
import { itemPath } from '#client/api-client.ts';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { apiItem } from '#site/api/api-client.ts';
import { headingsOf } from '#site/contents.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { NOT_FOUND_HEADING } from '#site/not-found.tsx';
import { RichText } from '#site/rich-text.tsx';
import type { SiteInfo } from '#site/site-info.ts';
import { Badge } from '#ui/badge.tsx';
import { CardGrid } from '#ui/card.tsx';
import { Columns } from '#ui/columns.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Rss } from '#ui/icons.tsx';
import { Panel } from '#ui/panel.tsx';
import type { Article } from '../news.collection.ts';
import { newsListQuery } from '../news.query.ts';
import { FEED } from '../site.ts';
import { titleOf } from '../title-of.ts';
import { ArticleCard } from './article-card.tsx';
import { dateOf, EDITORS, isDrawing } from './article-facts.ts';

export type ArticlePageData = DetailResponse<'news'>;

/** A page carries the text that it shows: a rewritten article leaves its source at home. */
const shownOnly = (article: ArticlePageData): ArticlePageData => {
  const { rewrittenContent, originalContent } = article.html;
  const html = rewrittenContent ? { rewrittenContent } : { originalContent };
  return { ...article, originalContent: '', rewrittenContent: null, html };
};

const isPublished = ({ status }: ArticlePageData) => status === 'published';

const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: [itemPath('news', slug)],
    queryFn: async () => shownOnly(await apiItem('news', slug)),
  });

const urlOf = (site: SiteInfo, { slug }: Article) =>
  `${site.url}${hrefTo('/news/$slug', { slug })}`;

const absolute = (site: SiteInfo, url: string) => (url.startsWith('/') ? `${site.url}${url}` : url);

/** A fetched piece is news; our own are articles. */
const articleLd = (site: SiteInfo, article: Article): WithContext<ArticleLd | NewsArticle> => ({
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

const ARTICLE = itemPage({
  query: articleQuery,
  folder: '/news',
  trail: [{ name: 'News', path: hrefTo('/news') }],
  missing: NOT_FOUND_HEADING,
  isMissingOnError: true,
  type: 'article',
  nameOf: titleOf,
  describe: (article) => article.excerpt ?? titleOf(article),
  isPublic: isPublished,
  jsonLd: articleLd,
  parts: () => [newsListQuery(NEXT_READS)],
});

export const Route = createFileRoute('/news/$slug')({ ...ARTICLE.route, component: ArticlePage });

function ArticlePage() {
  const article = ARTICLE.useItem();
  const html = article.html.rewrittenContent ?? article.html.originalContent ?? '';
  return (
    <ItemFrame place={ARTICLE} name={titleOf(article)} isDraft={!isPublished(article)}>
      <ArticleHeader article={article} />
      <ArticleHero article={article} />
      <div className="mt-10">
        <Columns headings={headingsOf(html)} aside={<FollowPanel />}>
          <div>
            <RichText html={html} />
            {article.originalUrl && (
              <p className="mt-10 border-t border-line pt-4 text-sm">
                <ExternalLink href={article.originalUrl}>Read the original source</ExternalLink>
              </p>
            )}
          </div>
          <RelatedInfo item={article} />
        </Columns>
      </div>
      <NextReads article={article} />
    </ItemFrame>
  );
}

function FollowPanel() {
  return (
    <div className="no-print">
      <Panel title="Follow the news">
        <p className="text-sm text-soft">New articles reach any feed reader, without an account.</p>
        <p className="mt-3 text-sm">
          <a href={FEED} className="text-link inline-flex min-h-6 items-center gap-1.5">
            <Rss aria-hidden className="size-4" />
            Follow by feed
          </a>
        </p>
      </Panel>
    </div>
  );
}

/** The latest, of which those on the same subject come first. */
const NEXT_READS = { limit: 12 };

const SHOWN = 3;

/** The same category comes first; nothing while no other is published. */
function NextReads({ article }: { article: Pick<Article, 'slug' | 'category'> }) {
  const { data } = useQuery(newsListQuery(NEXT_READS));
  const others = (data?.items ?? []).filter(({ slug }) => slug && slug !== article.slug);
  const isNear = (other: Pick<Article, 'category'>) => other.category === article.category;
  const next = [...others.filter(isNear), ...others.filter((other) => !isNear(other))];
  if (next.length === 0) return null;
  return (
    <section className="no-print mt-16">
      <SectionHeading title="Read next" action={{ href: hrefTo('/news'), label: 'All articles' }} />
      <CardGrid columns={3} label="Read next">
        {next.slice(0, SHOWN).map((other) => (
          <ArticleCard key={other.slug} article={other} />
        ))}
      </CardGrid>
    </section>
  );
}

function ArticleHeader({ article }: { article: Article }) {
  const date = dateOf(article);
  return (
    <PageHeader
      overline={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">News</Badge>
          {article.category}
        </span>
      }
      title={titleOf(article)}
      lead={article.excerpt ? <p>{article.excerpt}</p> : null}
      meta={
        <>
          <span>By {article.originalAuthor || EDITORS}</span>
          <time dateTime={date}>{formatDate(date)}</time>
          {article.readingTime && <span>{article.readingTime} min read</span>}
          {article.originalPublisher && <span>{article.originalPublisher}</span>}
        </>
      }
    />
  );
}

/** 400 px high with an overlay, as the spec has it; the title stands on paper above, where every picture leaves it readable. */
function ArticleHero({ article }: { article: Article }) {
  return (
    <figure>
      <div className="article-hero relative h-[400px] overflow-hidden bg-[linear-gradient(160deg,#2b3743,#171d24)]">
        {article.imageUrl && (
          <img
            src={article.imageUrl}
            alt={article.imageAlt ?? ''}
            width={1600}
            height={900}
            fetchPriority="high"
            className={clsx(
              'absolute inset-0 size-full',
              isDrawing(article.imageUrl) ? 'ink-art' : 'picture object-cover',
            )}
          />
        )}
        <div
          aria-hidden
          data-overlay
          className="absolute inset-0 bg-[linear-gradient(to_top,rgb(15_19_24/0.16),transparent_40%)]"
        />
      </div>
      {article.imageCaption && (
        <figcaption className="mt-2 max-w-measure text-xs text-faint">
          {article.imageCaption}
        </figcaption>
      )}
    </figure>
  );
}
