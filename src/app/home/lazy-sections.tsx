import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { ArticleCard } from '#content/news/pages/article-card.tsx';
import { VendorCard } from '#content/vendors/vendor.card.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Section } from '#ui/section.tsx';
import { Skeleton, SkeletonCards } from '#ui/skeleton.tsx';
import { bannersQuery, FEATURED, featuredVendorsQuery, latestNewsQuery } from './home-queries.ts';

export function FeaturedVendors() {
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

export function LatestNews() {
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

export function BannerSection() {
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
