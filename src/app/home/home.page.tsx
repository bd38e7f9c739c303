import { createFileRoute } from '@tanstack/react-router';
import type { Organization, WebSite, WithContext } from 'schema-dts';
import { popularQuery } from '#content/comparisons/comparisons.query.ts';
import { loadParts } from '#site/api/queries.ts';
import { pageHead } from '#site/head/page-head.ts';
import type { SiteInfo } from '#site/site-info.ts';
import { LazySection } from '#ui/lazy-section.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import {
  CallToAction,
  CategoryCards,
  ComparisonTeasers,
  HomeFaq,
  LearnCards,
} from './category-sections.tsx';
import { Hero } from './hero.tsx';
import {
  bannersQuery,
  categoriesQuery,
  featuredVendorsQuery,
  latestNewsQuery,
  vendorsQuery,
} from './home-queries.ts';
import { BannerSection, FeaturedVendors, LatestNews } from './lazy-sections.tsx';

const DESCRIPTION =
  'An independent guide to family office software: vendor profiles with sources, side-by-side comparisons, buyer’s guides, features, news and plain definitions.';

const homeLd = (
  site: SiteInfo,
  description: string,
): [WithContext<WebSite>, WithContext<Organization>] => [
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    url: site.url,
    description,
  },
  {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    url: site.url,
    logo: `${site.url}/icon-512.png`,
  },
];

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) =>
    loadParts(
      queryClient,
      vendorsQuery,
      categoriesQuery,
      popularQuery,
      // The browser requests a LazySection's data when a reader comes near.
      ...(import.meta.env.SSR ? [featuredVendorsQuery, latestNewsQuery, bannersQuery] : []),
    ),
  head: ({ match }) => {
    const { site } = match.context;
    return pageHead({
      site,
      path: '/',
      title: `${site.name}: the independent buyer’s guide`,
      description: DESCRIPTION,
      jsonLd: homeLd(site, DESCRIPTION),
    });
  },
  component: HomePage,
});

function HomePage() {
  const { site } = Route.useRouteContext();
  return (
    <>
      <Hero name={site.name} />
      <CategoryCards />
      <ComparisonTeasers />
      <LazySection placeholder={<SkeletonCards count={3} columns={3} />}>
        <FeaturedVendors />
      </LazySection>
      <LazySection placeholder={<SkeletonCards count={3} columns={3} />}>
        <LatestNews />
      </LazySection>
      <HomeFaq />
      <LearnCards />
      <CallToAction />
      <LazySection placeholder={<SkeletonCards count={1} columns={1} />}>
        <BannerSection />
      </LazySection>
    </>
  );
}
