import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { pagedList } from '#site/list/list-page.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card, CardGrid } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { newsListQuery } from '../news.query.ts';
import { FEED } from '../site.ts';
import { titleOf } from '../title-of.ts';
import { ArticleCard, type ArticleCardData, ArticlePicture } from './article-card.tsx';
import { dateOf, EDITORS } from './article-facts.ts';

const PER_PAGE = 25;

const NEWS = pagedList({
  path: '/news',
  title: 'News and Analysis',
  titleFor: (site) => `Family Office News and Analysis - ${site.name}`,
  description:
    'News, explainers and analysis for family offices that buy and run software: figures with their sources, checklists, and what vendors leave out.',
  feed: FEED,
  lead: 'What changes for the people who choose, run and pay for family office software.',
  emptyTitle: 'No News Articles Yet',
  empty:
    "We're working on bringing you the latest family office news and insights. Check back soon for updates.",
  error: 'Failed to fetch news articles',
  way: { href: hrefTo('/'), label: 'Return Home' },
  skeleton: { picture: true },
  size: PER_PAGE,
  query: (page) => newsListQuery(partOf(page, PER_PAGE)),
  entriesOf: (items) =>
    items.map((article) => ({
      name: titleOf(article),
      path: hrefTo('/news/$slug', { slug: article.slug }),
    })),
  jsonLd: collectionLd,
});

export const Route = createFileRoute('/news')({ ...NEWS.route, component: NewsListPage });

function NewsListPage() {
  return (
    <NEWS.Page>{(articles, page) => <Articles articles={articles} isFirst={!page} />}</NEWS.Page>
  );
}

interface ArticlesProps {
  articles: readonly ArticleCardData[];
  isFirst: boolean;
}

function Articles({ articles, isFirst }: ArticlesProps) {
  const featured = isFirst ? articles[0] : undefined;
  const rest = isFirst ? articles.slice(1) : articles;
  return (
    <>
      {featured && <FeaturedArticle article={featured} />}
      {rest.length > 0 && (
        <section className="mt-16">
          <SectionHeading title="Recent Articles" />
          <CardGrid columns={3} label="Recent articles">
            {rest.map((article) => (
              <ArticleCard
                key={article.slug}
                article={article}
                author={article.originalAuthor || 'Editorial Team'}
              />
            ))}
          </CardGrid>
        </section>
      )}
    </>
  );
}

function FeaturedArticle({ article }: { article: ArticleCardData }) {
  const date = dateOf(article);
  return (
    <section
      aria-label="Featured article"
      className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]"
    >
      <ArticlePicture article={article} priority />
      <Card
        as="div"
        href={hrefTo('/news/$slug', { slug: article.slug })}
        title={titleOf(article)}
        headingLevel="h2"
        size="lg"
        overline={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="accent">Featured</Badge>
            {article.category}
          </span>
        }
        meta={
          <>
            <time dateTime={date}>{formatDate(date)}</time>
            {article.readingTime && <span>{article.readingTime} min read</span>}
            <span>{article.originalAuthor || EDITORS}</span>
            {article.originalPublisher && <span>{article.originalPublisher}</span>}
          </>
        }
        action="Read Article"
      >
        {article.excerpt}
      </Card>
    </section>
  );
}
