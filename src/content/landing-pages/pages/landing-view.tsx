import { hrefTo } from '#client/href-to.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { VendorCard } from '#content/vendors/vendor.card.tsx';
import { DraftBanner } from '#site/draft-banner.tsx';
import { Badge } from '#ui/badge.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Container } from '#ui/container.tsx';
import { Check } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Prose } from '#ui/prose.tsx';
import { ProsePreviews } from '#ui/prose-previews.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import {
  BuyerPersonas,
  ComparisonOverview,
  LandingCta,
  RelatedResources,
} from './landing-blocks.tsx';
import type { LandingPageData } from './landing-head.ts';

/** 'data-aggregation' reads 'Data aggregation'. */
const categoryLabel = (category: string) =>
  category.replaceAll('-', ' ').replace(/^.|crm$/g, (letters) => letters.toUpperCase());

export function LandingView({ page }: { page: LandingPageData }) {
  return (
    <Container>
      {!page.isPublished && <DraftBanner />}
      <Breadcrumbs items={[{ label: 'Home', href: hrefTo('/') }, { label: page.title }]} />
      <PageHeader
        overline={<Badge>{categoryLabel(page.category)}</Badge>}
        title={page.title}
        lead={<p>{page.introduction}</p>}
        meta={<BadgeList items={page.secondaryKeywords} label="Keywords" />}
      />
      <div className="space-y-14">
        {page.html.whatIs && (
          <section>
            <SectionHeading title={`What is ${page.title}?`} />
            <Prose html={page.html.whatIs} />
          </section>
        )}
        {page.html.content && (
          <ProsePreviews>
            <Prose html={page.html.content} />
          </ProsePreviews>
        )}
        {page.keyFeatures.length > 0 && <KeyFeatures features={page.keyFeatures} />}
        {page.includeBuyerPersonas && <BuyerPersonas />}
        {page.vendors.length > 0 && (
          <section>
            <SectionHeading
              title="Selected Vendors"
              action={{ href: hrefTo('/vendors'), label: 'View All Vendors' }}
            />
            <CardGrid columns={2} label="Selected vendors">
              {page.vendors.map((vendor) => (
                <VendorCard key={vendor.slug} vendor={vendor} variant="featured" />
              ))}
            </CardGrid>
          </section>
        )}
        {page.includeComparisonTable && page.vendors.length > 1 && (
          <ComparisonOverview page={page} />
        )}
        {page.faqs.length > 0 && (
          <section>
            <SectionHeading
              title="Frequently Asked Questions"
              action={{ href: hrefTo('/faq'), label: 'All questions' }}
            />
            <RuledList
              items={page.faqs.map(({ slug, question, answer }) => ({
                href: hrefTo('/faq/$slug', { slug }),
                title: question,
                text: answer,
              }))}
            />
          </section>
        )}
        <RelatedInfo item={page} />
        <RelatedResources />
        <LandingCta text={page.ctaText} url={page.ctaUrl} />
      </div>
    </Container>
  );
}

function KeyFeatures({ features }: { features: readonly string[] }) {
  return (
    <section>
      <SectionHeading title="Key Features to Look For" />
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3 border-b border-line py-3 text-sm">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  );
}
