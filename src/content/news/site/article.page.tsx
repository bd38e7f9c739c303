import { queryOptions } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { formatDate } from '#content/shared/format-date.ts';
import { apiGet } from '#site/api/api-client.ts';
import { loadOrNotFound } from '#site/api/load.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import type { ItemPage } from '#site/item-page.ts';
import { NOT_FOUND_HEADING, NotFoundPage } from '#site/not-found.tsx';
import { RelatedInfo } from '#site/related-info.tsx';
import { Container } from '#ui/container.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import type { Article } from '../news.collection.ts';
import { dateOf, titleOf } from './article-facts.ts';
import { ArticleHero } from './article-hero.tsx';
import { articleLd } from './article-ld.ts';

export type ArticlePageData = ItemPage<Article>;

/** A page carries the text that it shows: a rewritten article leaves its source at home. */
const shownOnly = (article: ArticlePageData): ArticlePageData => {
  const { rewrittenContent, originalContent } = article.html;
  const html = rewrittenContent ? { rewrittenContent } : { originalContent };
  return { ...article, originalContent: '', rewrittenContent: null, html };
};

const articleQuery = (slug: string) => {
  const path = `/api/news/${encodeURIComponent(slug)}`;
  return queryOptions({
    queryKey: [path],
    queryFn: async () => shownOnly(await apiGet<ArticlePageData>(path)),
  });
};

const PLACE: ItemPlace = {
  folder: '/news',
  trail: [{ name: 'News', path: '/news' }],
  missing: NOT_FOUND_HEADING,
};

export const Route = createFileRoute('/news/$slug')({
  loader: ({ context, params, location }) =>
    loadOrNotFound(location.pathname, () =>
      context.queryClient.ensureQueryData(articleQuery(params.slug)),
    ),
  head: itemHead<ArticlePageData>({
    place: PLACE,
    type: 'article',
    nameOf: titleOf,
    describe: (article) => article.excerpt ?? article.summary ?? titleOf(article),
    isPublic: (article) => article.status === 'published',
    jsonLd: articleLd,
  }),
  component: ArticlePage,
  pendingComponent: ItemLoading,
  notFoundComponent: NotFoundPage,
  errorComponent: NotFoundPage,
});

function ArticlePage() {
  const { slug } = Route.useParams();
  const article = useLoaded(articleQuery(slug));
  const html = article.html.rewrittenContent ?? article.html.originalContent ?? '';
  return (
    <>
      <Container>
        <ItemTop place={PLACE} name={titleOf(article)} isDraft={article.status !== 'published'} />
      </Container>
      <ArticleHero article={article} date={formatDate(dateOf(article))} />
      <Container width="measure" className="pt-10">
        {article.excerpt && (
          <p className="mb-8 font-serif text-lead text-pretty text-soft">{article.excerpt}</p>
        )}
        <ProsePreviews>
          <Prose html={html} />
        </ProsePreviews>
        {article.originalUrl && (
          <p className="mt-10 border-t border-line pt-4 text-sm">
            <ExternalLink href={article.originalUrl}>Read the original source</ExternalLink>
          </p>
        )}
        <div className="mt-14 empty:hidden">
          <RelatedInfo item={article} />
        </div>
      </Container>
    </>
  );
}
