import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { headingsOf } from '#site/contents.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import type { SiteInfo } from '#site/site-info.ts';
import { Columns } from '#ui/columns.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Prose } from '#ui/prose.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';

/** The page that says who publishes the site. */
const CONTACT = 'contact';

export function GenericPageView({ page, site }: { page: DetailResponse<'pages'>; site: SiteInfo }) {
  const html = page.html.content ?? '';
  return (
    <ItemFrame place={{ trail: [HOME] }} name={page.title} isDraft={!page.isPublished}>
      <PageHeader
        title={page.title}
        meta={
          <span>
            Last updated: <time dateTime={page.updatedAt}>{formatDate(page.updatedAt)}</time>
          </span>
        }
      />
      <Columns headings={headingsOf(html)}>
        {page.slug === CONTACT && <Publisher {...site} />}
        <Prose html={html} />
      </Columns>
    </ItemFrame>
  );
}

function Publisher({ name, publisher, contactEmail }: SiteInfo) {
  return (
    <section className="mb-10">
      <SectionHeading title="Who publishes this site" />
      <p className="max-w-measure">
        {publisher
          ? `${name} is published by ${publisher}.`
          : 'This copy of the guide has not named its publisher.'}
        {contactEmail && (
          <>
            {' '}
            Write to{' '}
            <a href={`mailto:${contactEmail}`} className="text-link">
              {contactEmail}
            </a>
            , also to report an error.
          </>
        )}
      </p>
    </section>
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
