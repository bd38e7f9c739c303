import { formatDate } from '#content/shared/format-date.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { pageHead } from '#site/head/page-head.ts';
import type { ItemPage } from '#site/item-page.ts';
import type { SiteInfo } from '#site/router.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { Page } from '../pages.collection.ts';

export type GenericPage = ItemPage<Page>;

export const genericPageHead = (site: SiteInfo, page: GenericPage) =>
  pageHead({
    site,
    path: `/${page.slug}`,
    title: page.metaTitle || `${page.title} - ${site.name}`,
    description: page.metaDescription || `${page.title} information for ${site.name}.`,
    noindex: !page.isPublished,
  });

export function GenericPageView({ page }: { page: GenericPage }) {
  return (
    <Container width="measure">
      {!page.isPublished && <DraftBanner />}
      <PageHeader
        title={page.title}
        meta={
          <span>
            Last updated: <time dateTime={page.updatedAt}>{formatDate(page.updatedAt)}</time>
          </span>
        }
      />
      <Prose html={page.html.content ?? ''} />
    </Container>
  );
}

export function PageMissing() {
  return (
    <NotFoundScreen
      heading="Page Not Found"
      text="The page you're looking for doesn't exist or is not published."
      actions={[{ href: '/', label: 'Return Home' }]}
    />
  );
}
