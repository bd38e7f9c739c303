import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { formatDate } from '#content/shared/format-date.ts';
import { newsListQuery } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { pageHead } from '#site/head/page-head.ts';
import { pageParam, stringifySearch } from '#site/search-params.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { ArticleCard, type ArticleCardData, ArticlePicture } from './article-card.tsx';
import { dateOf, titleOf } from './article-facts.ts';

const TITLE = 'News and Analysis';
const DESCRIPTION =
  'News, explainers and analysis for family offices that buy and run software: figures with their sources, checklists, and what vendors leave out.';
const PER_PAGE = 25;
const SKELETONS = 6;

const articlesQuery = (page?: number) =>
  newsListQuery<ArticleCardData>({
    limit: PER_PAGE,
    offset: page ? (page - 1) * PER_PAGE : undefined,
  });

export const Route = createFileRoute('/news')({
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({
    page: pageParam(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const list = await context.queryClient.ensureQueryData(articlesQuery(deps.page));
    return list.items.map((article) => ({ name: titleOf(article), path: `/news/${article.slug}` }));
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    const path = `/news${stringifySearch({ page: match.search.page })}`;
    return pageHead({
      site,
      path,
      title: `Family Office ${TITLE} - ${site.name}`,
      description: DESCRIPTION,
      jsonLd: collectionLd(site, { name: TITLE, description: DESCRIPTION, path }, loaderData ?? []),
    });
  },
  component: NewsListPage,
  pendingComponent: () => (
    <Frame>
      <SkeletonCards count={SKELETONS} columns={3} picture />
    </Frame>
  ),
  errorComponent: () => (
    <Frame>
      <ErrorText action={<ButtonLink href="/">Return Home</ButtonLink>}>
        Failed to fetch news articles
      </ErrorText>
    </Frame>
  ),
});

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <Container>
      <PageHeader
        overline="News"
        title={TITLE}
        lead={
          <p>What changes for the people who choose, run and pay for family office software.</p>
        }
      />
      {children}
    </Container>
  );
}

function NewsListPage() {
  const { page } = Route.useSearch();
  const { data: list } = useSuspenseQuery(articlesQuery(page));
  const isFirst = (page ?? 1) === 1;
  const featured = isFirst ? list.items[0] : undefined;
  const rest = isFirst ? list.items.slice(1) : list.items;
  if (list.items.length === 0) {
    return (
      <Frame>
        <EmptyState
          title="No News Articles Yet"
          text="We're working on bringing you the latest family office news and insights. Check back soon for updates."
        />
      </Frame>
    );
  }
  return (
    <Frame>
      {featured && <FeaturedArticle article={featured} />}
      {rest.length > 0 && (
        <section className="mt-16">
          <SectionHeading title="Recent Articles" />
          <CardGrid columns={3} label="Recent articles">
            {rest.map((article) => (
              <ArticleCard
                key={article.slug}
                article={article}
                author={article.originalAuthor ?? 'Editorial Team'}
              />
            ))}
          </CardGrid>
        </section>
      )}
      <Pagination
        page={page ?? 1}
        pages={Math.ceil(list.total / PER_PAGE)}
        hrefFor={(next) => `/news${stringifySearch({ page: next > 1 ? next : undefined })}`}
      />
    </Frame>
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
        href={`/news/${article.slug}`}
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
            <span>{article.originalAuthor ?? 'Family Office Editorial Team'}</span>
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
