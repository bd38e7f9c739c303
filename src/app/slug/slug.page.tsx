import { createFileRoute, notFound } from '@tanstack/react-router';
import type { DetailResponse } from '#client/api-calls.ts';
import { orIfMissing } from '#client/api-client.ts';
import { hrefTo } from '#client/href-to.ts';
import { LandingView } from '#content/landing-pages/pages/landing-view.tsx';
import { GenericPageView, PageMissing } from '#content/pages/pages/generic-page.tsx';
import { excerpt } from '#platform/text/excerpt.ts';
import { itemQuery, loadOrNotFound, pathQuery } from '#site/api/queries.ts';
import { absentHead, breadcrumbLd, HOME, pageHead, summaryOf } from '#site/head/page-head.ts';
import { ItemError, ItemLoading } from '#site/item/item-frame.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { FIXED_PAGES } from './fixed-pages.ts';

const landingQuery = (slug: string) => itemQuery('landing-pages', slug);
const pageQuery = (slug: string) => pathQuery('/api/pages/slug/{slug}', { slug });

type Found =
  | { kind: 'landing'; page: DetailResponse<'landing-pages'> }
  | { kind: 'page'; page: DetailResponse<'pages'> };

const INTRODUCTION_LENGTH = 120;

/** Title and description of a page whose editor gives neither. */
const fallbackOf = ({ kind, page }: Found, siteName: string) =>
  kind === 'landing'
    ? {
        title: `${page.title} - Complete Guide to ${page.primaryKeyword}`,
        description: excerpt(page.introduction, INTRODUCTION_LENGTH),
      }
    : {
        title: `${page.title} - ${siteName}`,
        description: summaryOf(`${page.title} information for ${siteName}.`),
      };

/** A landing page, else a generic page, else a redirect, else nothing. */
export const Route = createFileRoute('/$slug')({
  loader: async ({ context: { queryClient }, params: { slug }, location }): Promise<Found> => {
    if (FIXED_PAGES.has(slug)) {
      const page = await orIfMissing(queryClient.ensureQueryData(pageQuery(slug)), null);
      if (!page) throw notFound();
      return { kind: 'page', page };
    }
    const landing = await orIfMissing(queryClient.ensureQueryData(landingQuery(slug)), null);
    if (landing) return { kind: 'landing', page: landing };
    const page = await loadOrNotFound(queryClient, location, pageQuery(slug));
    return { kind: 'page', page };
  },
  head: ({ match, loaderData: found, params }) => {
    const { site } = match.context;
    if (!found) {
      return absentHead(
        match,
        FIXED_PAGES.has(params.slug) ? 'Page Not Found' : '404 Page Not Found',
      );
    }
    const { title, slug, metaTitle, metaDescription, isPublished } = found.page;
    const fallback = fallbackOf(found, site.name);
    const path = hrefTo('/$slug', { slug });
    return pageHead({
      site,
      path,
      title: metaTitle || fallback.title,
      description: metaDescription || fallback.description,
      noindex: !isPublished,
      jsonLd: breadcrumbLd(site, [HOME, { name: title, path }]),
    });
  },
  component: SlugPage,
  pendingComponent: ItemLoading,
  notFoundComponent: Missing,
  errorComponent: ItemError,
});

function SlugPage() {
  const found = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  return found.kind === 'landing' ? (
    <LandingView page={found.page} />
  ) : (
    <GenericPageView page={found.page} site={site} />
  );
}

function Missing() {
  const { slug } = Route.useParams();
  if (FIXED_PAGES.has(slug)) return <PageMissing />;
  return (
    <NotFoundScreen
      overline="404 Page Not Found"
      heading="Landing Page Not Found"
      text="The landing page you're looking for doesn't exist."
      actions={[
        { href: hrefTo('/'), label: 'Return Home' },
        { href: hrefTo('/vendors'), label: 'Browse vendors' },
        { href: hrefTo('/features'), label: 'Explore features' },
      ]}
    />
  );
}
