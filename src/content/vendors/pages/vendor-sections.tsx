import type { ReactNode } from 'react';
import type { DetailResponse } from '#client/api-calls.ts';
import type { CoverageGroup, CoverageRow } from '#content/shared/coverage/coverage-schema.ts';
import { Evidence, StrengthLegend } from '#content/shared/coverage/evidence.tsx';
import { ItemLink, ItemLinks } from '#content/shared/item-link.tsx';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { RichText } from '#site/rich-text.tsx';
import { BadgeList } from '#ui/badge.tsx';
import type { PageHeading } from '#ui/columns.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Gallery } from '#ui/media/gallery.tsx';
import { VideoGallery } from '#ui/media/video-gallery.tsx';
import { ContractTerms, OwnerAndEvents } from './owner-and-contract.tsx';
import { Fact, FurtherFacts, furtherFacts, VendorFit } from './vendor-facts.tsx';

const isListed = ({ cells }: CoverageRow) => cells[0] !== null;

const sayCovered = (coverage: readonly CoverageGroup[], name: string): string => {
  const rows = coverage.flatMap((group) => group.rows);
  const count = (level: string) => rows.filter(({ cells }) => cells[0]?.level === level).length;
  return `Of ${rows.length} features, public pages document ${count('documented')} for ${name} and ${count('partial')} in part. Not confirmed means that no page we read says so either way.`;
};

function Group({ group, slug }: { group: CoverageGroup; slug: string }) {
  const listed = group.rows.filter(isListed);
  const open = group.rows.filter((row) => !isListed(row));
  return (
    <section>
      <h3 className="mb-2 text-h4 font-semibold">{group.category}</h3>
      {listed.length > 0 && (
        <ul className="border-t border-line text-sm">
          {listed.map(({ feature, cells }) => (
            <li
              key={feature.slug}
              className="grid break-inside-avoid gap-x-8 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
            >
              <ItemLink to="/features" item={feature} />
              <div>
                <Evidence cell={cells[0] ?? null} about={`/vendors/${slug}#${feature.slug}`} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <details className="group break-inside-avoid border-b border-line py-2.5 text-sm text-faint">
          <summary className="touch min-h-6 list-none underline decoration-rule underline-offset-4 hover:text-accent">
            {open.length} not confirmed
          </summary>
          <p className="pt-2">
            <ItemLinks to="/features" items={open.map(({ feature }) => feature)} />
          </p>
        </details>
      )}
    </section>
  );
}

export type VendorPage = DetailResponse<'vendors'>;

interface Profile {
  vendor: VendorPage;
  coverage: readonly CoverageGroup[];
}

interface Part extends PageHeading {
  section: ReactNode;
}

export const partsOf = ({ vendor, coverage }: Profile): Part[] => {
  const { html, name, gallery, videos, questions } = vendor;
  const about = withoutPlaceholder(html.about) ?? withoutPlaceholder(html.content);
  const fit = withoutPlaceholder(vendor.fits) ?? withoutPlaceholder(vendor.notFor);
  const screenshots = gallery.map((src, index) => ({
    src,
    alt: `${name} screenshot ${index + 1}`,
  }));
  return [
    about && partWith('about', 'About', <RichText html={about} />),
    coverage.length > 0 &&
      partWith(
        'evidence',
        'What is documented',
        <>
          <StrengthLegend className="mb-6" />
          <div className="space-y-10">
            {coverage.map((group) => (
              <Group key={group.category} group={group} slug={vendor.slug} />
            ))}
          </div>
        </>,
        sayCovered(coverage, name),
      ),
    (fit || questions.length > 0) && partWith('fit', 'Fit', <VendorFit vendor={vendor} />),
    vendor.events.length > 0 &&
      partWith('events', 'Owner and events', <OwnerAndEvents vendor={vendor} />),
    vendor.contractTerms.length > 0 &&
      partWith(
        'contract',
        'Contract, as published',
        <ContractTerms vendor={vendor} />,
        'From public terms and help pages. The contract that you sign may say otherwise.',
      ),
    listedPart(vendor, 'features', {
      id: 'key-features',
      title: 'Key Features',
      overview: html.featuresOverview,
      list: (features) => (
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="border-b border-line py-2.5 text-sm">
              {feature}
            </li>
          ))}
        </ul>
      ),
    }),
    gallery.length > 0 && partWith('screenshots', 'Screenshots', <Gallery images={screenshots} />),
    videos.length > 0 && partWith('videos', 'Videos & Demos', <VideoGallery videos={videos} />),
    listedPart(vendor, 'useCases', {
      id: 'use-cases',
      title: 'Use Cases',
      overview: html.useCasesOverview,
      list: (useCases) => (
        <ol className="border-t border-line">
          {useCases.map((useCase, index) => (
            <li key={useCase} className="flex gap-5 border-b border-line py-3">
              <span className="w-6 shrink-0 font-serif text-h4 font-semibold text-accent tabular-nums">
                {index + 1}
              </span>
              {useCase}
            </li>
          ))}
        </ol>
      ),
    }),
    listedPart(vendor, 'integrations', {
      id: 'integrations',
      title: 'Integrations',
      overview: html.integrationsOverview,
      list: (integrations) => <BadgeList items={integrations} label="Integrations" />,
    }),
    listedPart(vendor, 'supportOptions', {
      id: 'support',
      title: 'Support',
      list: (support) => <BadgeList items={support} label="Support" />,
    }),
    furtherFacts(vendor).length > 0 &&
      partWith('further-facts', 'Further facts on record', <FurtherFacts vendor={vendor} />),
  ].filter((part) => typeof part === 'object' && part !== null);
};

const partWith = (id: string, text: string, children: ReactNode, intro?: string): Part => ({
  id,
  text,
  section: (
    <section key={id}>
      <SectionHeading title={text} id={id} text={intro} />
      {children}
    </section>
  ),
});

interface Listed {
  id: string;
  title: string;
  overview?: string | undefined;
  list(items: readonly string[]): ReactNode;
}

/** A vendor's own list, below its overview and above its evidence. */
const listedPart = (
  vendor: VendorPage,
  field: 'features' | 'useCases' | 'integrations' | 'supportOptions',
  { id, title, overview, list }: Listed,
): Part | null => {
  const items = withoutPlaceholders(vendor[field]);
  const text = withoutPlaceholder(overview);
  if (items.length === 0 && !text) return null;
  return partWith(
    id,
    title,
    <>
      {text && (
        <div className="mb-6">
          <RichText html={text} />
        </div>
      )}
      {items.length > 0 && (
        <div className="space-y-3">
          <Fact vendor={vendor} field={field} isList>
            {list(items)}
          </Fact>
        </div>
      )}
    </>,
  );
};
