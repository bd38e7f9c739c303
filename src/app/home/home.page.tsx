import { createFileRoute } from '@tanstack/react-router';
import { popularQuery } from '#content/comparisons/popular.query.ts';
import { loadParts } from '#site/api/load.ts';
import { pageHead } from '#site/head/page-head.ts';
import { LazySection } from '#ui/lazy-section.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { BannerSection } from './banner-section.tsx';
import {
  CallToAction,
  CategoryCards,
  ComparisonTeasers,
  LearnCards,
} from './category-sections.tsx';
import { FeaturedVendors } from './featured-vendors.tsx';
import { Hero } from './hero.tsx';
import { HomeFaq } from './home-faq.tsx';
import { homeLd } from './home-ld.ts';
import {
  bannersQuery,
  categoriesQuery,
  featuredVendorsQuery,
  latestNewsQuery,
  vendorsQuery,
} from './home-queries.ts';
import { LatestNews } from './latest-news.tsx';

const DESCRIPTION =
  'An independent guide to family office software: vendor profiles with sources, side-by-side comparisons, buyer’s guides, features, news and plain definitions.';

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) =>
    loadParts(
      queryClient.ensureQueryData(vendorsQuery),
      queryClient.ensureQueryData(categoriesQuery),
      queryClient.ensureQueryData(popularQuery),
      // The browser asks for what stands in a LazySection when a reader comes near.
      ...(import.meta.env.SSR
        ? [
            queryClient.ensureQueryData(featuredVendorsQuery),
            queryClient.ensureQueryData(latestNewsQuery),
            queryClient.ensureQueryData(bannersQuery),
          ]
        : []),
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
