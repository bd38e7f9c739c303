import { formatDate } from '#content/shared/format-date.ts';
import { DraftBanner } from '#site/draft-banner.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { GenericPage } from './generic-page-head.ts';

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
