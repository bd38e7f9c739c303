import { hrefTo } from '#client/href-to.ts';
import { hrefToNeeds, START_FROM_THESE } from '#content/shared/needs-link.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { VendorCard } from '#content/vendors/vendor.card.tsx';
import { headingsOf } from '#site/contents.ts';
import { HOME } from '#site/head/page-head.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge, BadgeList } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CardGrid } from '#ui/card.tsx';
import { Columns, type PageHeading } from '#ui/columns.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { Check } from '#ui/icons.tsx';
import { Prose } from '#ui/prose.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import {
  BuyerPersonas,
  ComparisonOverview,
  EvidencePanel,
  LandingCta,
  type LandingPageData,
  RelatedResources,
} from './landing-blocks.tsx';

/** 'data-aggregation' reads 'Data aggregation'. */
const categoryLabel = (category: string) =>
  category.replaceAll('-', ' ').replace(/^.|crm$/g, (letters) => letters.toUpperCase());

const PART = {
  whatIs: 'what-is-it',
  keyFeatures: 'key-features',
  vendors: 'selected-vendors',
  faqs: 'questions',
} as const;

const headingsOfPage = (page: LandingPageData): PageHeading[] => {
  const part = (isShown: boolean, id: string, text: string) => (isShown ? [{ id, text }] : []);
  return [
    { id: PART.whatIs, text: `What is ${page.title}?` },
    ...headingsOf(page.html.content ?? ''),
    ...part(page.keyFeatures.length > 0, PART.keyFeatures, 'Key Features to Look For'),
    ...part(page.vendors.length > 0, PART.vendors, 'Selected Vendors'),
    ...part(page.faqs.length > 0, PART.faqs, 'Frequently Asked Questions'),
  ];
};

const firstParagraph = (text: string) => text.trim().split(/\n\s*\n/)[0];

export function LandingView({ page }: { page: LandingPageData }) {
  return (
    <ItemFrame place={{ trail: [HOME] }} name={page.title} isDraft={!page.isPublished}>
      <PageHeader
        title={page.title}
        lead={<p>{page.introduction}</p>}
        meta={
          <>
            <Badge tone="accent">{categoryLabel(page.category)}</Badge>
            <BadgeList items={page.secondaryKeywords} label="Keywords" />
          </>
        }
      />
      <Columns
        headings={headingsOfPage(page)}
        isAsideFirst={page.vendors.length > 0}
        aside={page.vendors.length > 0 && <EvidencePanel page={page} />}
      >
        <section>
          <SectionHeading id={PART.whatIs} title={`What is ${page.title}?`} />
          {page.html.whatIs ? (
            <Prose html={page.html.whatIs} />
          ) : (
            <div className="prose">
              <p>{firstParagraph(page.introduction)}</p>
            </div>
          )}
        </section>
        <RichText html={page.html.content} />
        {page.keyFeatures.length > 0 && <KeyFeatures features={page.keyFeatures} />}
        <p>
          <ButtonLink href={hrefToNeeds(page.needs)} rel="nofollow">
            {page.needs.length > 0 ? START_FROM_THESE : 'Start from your needs'}
          </ButtonLink>
        </p>
        {page.includeBuyerPersonas && <BuyerPersonas />}
        {page.vendors.length > 0 && (
          <section>
            <SectionHeading
              id={PART.vendors}
              title="Selected Vendors"
              text={page.selection}
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
              id={PART.faqs}
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
      </Columns>
      <div className="mt-14">
        <LandingCta text={page.ctaText} url={page.ctaUrl} />
      </div>
    </ItemFrame>
  );
}

function KeyFeatures({ features }: { features: readonly string[] }) {
  return (
    <section>
      <SectionHeading id={PART.keyFeatures} title="Key Features to Look For" />
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
