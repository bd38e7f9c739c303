import { createFileRoute, notFound } from '@tanstack/react-router';
import { orIfMissing } from '#client/api-client.ts';
import { hrefTo } from '#client/href-to.ts';
import { type LandingPageData, landingHead } from '#content/landing-pages/pages/landing-head.ts';
import { LandingView } from '#content/landing-pages/pages/landing-view.tsx';
import { GenericPageView, PageMissing } from '#content/pages/pages/generic-page.tsx';
import { type GenericPage, genericPageHead } from '#content/pages/pages/generic-page-head.ts';
import { itemQuery, loadOrNotFound, pathQuery } from '#site/api/queries.ts';
import { absentHead } from '#site/head/page-head.ts';
import { ItemError, ItemLoading } from '#site/item/item-frame.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { FIXED_PAGES } from './fixed-pages.ts';

const landingQuery = (slug: string) => itemQuery('landing-pages', slug);
const pageQuery = (slug: string) => pathQuery('/api/pages/slug/{slug}', { slug });

type Found = { kind: 'landing'; page: LandingPageData } | { kind: 'page'; page: GenericPage };

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
    return found.kind === 'landing'
      ? landingHead(site, found.page)
      : genericPageHead(site, found.page);
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
