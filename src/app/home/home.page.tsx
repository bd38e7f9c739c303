import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Organization, WebSite, WithContext } from 'schema-dts';
import { hrefTo } from '#client/href-to.ts';
import { popularQuery } from '#content/comparisons/comparisons.query.ts';
import { ArticleCard } from '#content/news/pages/article-card.tsx';
import { VendorCard } from '#content/vendors/vendor.card.tsx';
import { loadParts } from '#site/api/queries.ts';
import { pageHead } from '#site/head/page-head.ts';
import type { SiteInfo } from '#site/site-info.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card.tsx';
import { Section } from '#ui/container.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { LazySection } from '#ui/lazy-section.tsx';
import { Skeleton, SkeletonCards } from '#ui/skeleton.tsx';
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
  FEATURED,
  featuredVendorsQuery,
  latestNewsQuery,
  vendorsQuery,
} from './home-queries.ts';

function FeaturedVendors() {
  const { data, isPending } = useQuery(featuredVendorsQuery);
  if (!isPending && !data?.items.length) return null;
  return (
    <Section>
      <SectionHeading
        title="Featured vendors"
        text={
          data && (
            <>
              {data.rule}{' '}
              <a href={hrefTo('/$slug', { slug: 'methodology' })} className="text-link">
                How they are chosen
              </a>
            </>
          )
        }
        action={{ href: hrefTo('/vendors'), label: 'View All Software Vendors' }}
      />
      {isPending ? (
        <SkeletonCards count={FEATURED} columns={3} />
      ) : (
        <CardGrid columns={3} label="Featured vendors">
          {data?.items.map((vendor) => (
            <VendorCard key={vendor.slug} vendor={vendor} variant="featured" />
          ))}
        </CardGrid>
      )}
    </Section>
  );
}

const LATEST = 3;
const EMPTY_TEXT = 'News articles are currently being loaded...';

function LatestNews() {
  const { data, isPending, error } = useQuery(latestNewsQuery);
  useEffect(() => {
    if (error) console.error(error.message);
  }, [error]);
  const articles = (data?.items ?? []).filter(({ slug }) => slug).slice(0, LATEST);
  return (
    <Section>
      <SectionHeading
        title="Latest news"
        action={{ href: hrefTo('/news'), label: 'View All News' }}
      />
      {isPending && <SkeletonCards count={LATEST} columns={3} picture />}
      {!isPending && articles.length === 0 && <p className="text-soft">{EMPTY_TEXT}</p>}
      {articles.length > 0 && (
        <CardGrid columns={3} label="Latest news">
          {articles.map((article) => (
            <ArticleCard key={article.slug} article={article} />
          ))}
        </CardGrid>
      )}
    </Section>
  );
}

const DEFAULTS = {
  title: 'Ready to Explore Family Office Services?',
  description:
    'From bill payment to partnership accounting: what a provider can take off your desk.',
  buttons: [
    { id: -1, buttonText: 'Browse Services', buttonUrl: hrefTo('/services') },
    { id: -2, buttonText: 'Family Office Types', buttonUrl: hrefTo('/types') },
  ],
};

function BannerSection() {
  const { data, isPending } = useQuery(bannersQuery);
  const banners = data?.items ?? [];
  const first = banners[0];
  const buttons = first ? banners : DEFAULTS.buttons;
  return (
    <Section tone="band">
      {isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-6">
          <div className="max-w-xl">
            <h2 className="text-h2 font-[550]">{first?.title ?? DEFAULTS.title}</h2>
            <p className="mt-3 text-soft">{first ? first.description : DEFAULTS.description}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {buttons.map(({ id, buttonText, buttonUrl }, index) => (
              <ButtonLink
                key={id}
                href={buttonUrl}
                variant={index === 0 ? 'primary' : 'secondary'}
                external={!buttonUrl.startsWith('/')}
              >
                {buttonText}
              </ButtonLink>
            ))}
          </div>
        </div>
      )}
    </Section>
  );
}

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
