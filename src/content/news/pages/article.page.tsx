import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { apiItem, itemPath } from '#site/api/api-client.ts';
import { loadOrNotFound, loadParts } from '#site/api/load.ts';
import { headingsOf } from '#site/contents.ts';
import { type ItemPlace, itemHead } from '#site/item/item-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { ItemTop } from '#site/item/item-top.tsx';
import { NOT_FOUND_HEADING, NotFoundView } from '#site/not-found.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { Rss } from '#ui/icons.tsx';
import { Panel } from '#ui/panel.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { FEED } from '../site.ts';
import { titleOf } from '../title-of.ts';
import { ArticleHeader } from './article-header.tsx';
import { ArticleHero } from './article-hero.tsx';
import { articleLd } from './article-ld.ts';
import { NextReads } from './next-reads.tsx';
import { nextReadsQuery } from './next-reads-query.ts';

export type ArticlePageData = DetailResponse<'news'>;

/** A page carries the text that it shows: a rewritten article leaves its source at home. */
const shownOnly = (article: ArticlePageData): ArticlePageData => {
  const { rewrittenContent, originalContent } = article.html;
  const html = rewrittenContent ? { rewrittenContent } : { originalContent };
  return { ...article, originalContent: '', rewrittenContent: null, html };
};

/** Published, and not dated in the future. */
const isOut = ({ status, publishedOn }: ArticlePageData) =>
  status === 'published' && !(publishedOn && Date.parse(publishedOn) > Date.now());

const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: [itemPath('news', slug)],
    queryFn: async () => shownOnly(await apiItem('news', slug)),
  });

const PLACE: ItemPlace = {
  folder: '/news',
  trail: [{ name: 'News', path: hrefTo('/news') }],
  missing: NOT_FOUND_HEADING,
};

export const Route = createFileRoute('/news/$slug')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const [article] = await Promise.all([
      loadOrNotFound(location.pathname, () =>
        queryClient.ensureQueryData(articleQuery(params.slug)),
      ),
      loadParts(queryClient.ensureQueryData(nextReadsQuery)),
    ]);
    return article;
  },
  head: itemHead<ArticlePageData>({
    place: PLACE,
    type: 'article',
    nameOf: titleOf,
    describe: (article) => article.excerpt ?? titleOf(article),
    isPublic: isOut,
    jsonLd: articleLd,
  }),
  component: ArticlePage,
  pendingComponent: ItemLoading,
  notFoundComponent: NotFoundView,
  errorComponent: NotFoundView,
});

function ArticlePage() {
  const { slug } = Route.useParams();
  const { data: article } = useSuspenseQuery(articleQuery(slug));
  const html = article.html.rewrittenContent ?? article.html.originalContent ?? '';
  return (
    <Container>
      <ItemTop place={PLACE} name={titleOf(article)} isDraft={!isOut(article)} />
      <ArticleHeader article={article} />
      <ArticleHero article={article} />
      <div className="mt-10">
        <Columns headings={headingsOf(html)} aside={<FollowPanel />}>
          <div>
            <ProsePreviews>
              <Prose html={html} />
            </ProsePreviews>
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
    </Container>
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
