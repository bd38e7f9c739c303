import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, Listed, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading } from '#site/list/page-frame.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card, CardGrid } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { newsListQuery } from '../news.query.ts';
import { FEED } from '../site.ts';
import { titleOf } from '../title-of.ts';
import { ArticleCard, type ArticleCardData, ArticlePicture } from './article-card.tsx';
import { dateOf, EDITORS } from './article-facts.ts';

const LIST: ListInfo = {
  path: '/news',
  title: 'News and Analysis',
  titleFor: (site) => `Family Office News and Analysis - ${site.name}`,
  description:
    'News, explainers and analysis for family offices that buy and run software: figures with their sources, checklists, and what vendors leave out.',
  feed: FEED,
  lead: 'What changes for the people who choose, run and pay for family office software.',
};
const EMPTY_TEXT =
  "We're working on bringing you the latest family office news and insights. Check back soon for updates.";
const PER_PAGE = 25;

const articlesQuery = (page?: number) => newsListQuery(partOf(page, PER_PAGE));

export const Route = createFileRoute('/news')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { items } = await loadPage(queryClient.ensureQueryData(articlesQuery(deps.page)), deps);
    return items.map((article) => ({
      name: titleOf(article),
      path: hrefTo('/news/$slug', { slug: article.slug }),
    }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd }),
  component: NewsListPage,
  pendingComponent: () => <ListLoading list={LIST} picture />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: hrefTo('/'), label: 'Return Home' }}>
      Failed to fetch news articles
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function NewsListPage() {
  const search = Route.useSearch();
  const { data: list } = useSuspenseQuery(articlesQuery(search.page));
  const isFirst = search.page === undefined;
  const featured = isFirst ? list.items[0] : undefined;
  const rest = isFirst ? list.items.slice(1) : list.items;
  return (
    <Listed
      list={LIST}
      search={search}
      found={list}
      size={PER_PAGE}
      emptyTitle="No News Articles Yet"
      empty={EMPTY_TEXT}
    >
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
    </Listed>
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
