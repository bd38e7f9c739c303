import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { headingsOf } from '#site/contents.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Columns } from '#ui/columns.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { GenericPage } from './generic-page-head.ts';

export function GenericPageView({ page }: { page: GenericPage }) {
  const html = page.html.content ?? '';
  return (
    <Container>
      {!page.isPublished && <DraftBanner />}
      <Breadcrumbs items={[{ label: 'Home', href: hrefTo('/') }, { label: page.title }]} />
      <PageHeader
        title={page.title}
        meta={
          <span>
            Last updated: <time dateTime={page.updatedAt}>{formatDate(page.updatedAt)}</time>
          </span>
        }
      />
      <Columns headings={headingsOf(html)}>
        <Prose html={html} />
      </Columns>
    </Container>
  );
}

export function PageMissing() {
  return (
    <NotFoundScreen
      heading="Page Not Found"
      text="The page you're looking for doesn't exist or is not published."
      actions={[{ href: hrefTo('/'), label: 'Return Home' }]}
    />
  );
}
