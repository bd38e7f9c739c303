import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { cutText } from '#platform/text/excerpt.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { pagedList } from '#site/list/list-page.tsx';
import { linksOf } from '#site/list/list-route.ts';
import { BadgeList } from '#ui/badge.tsx';
import { CardAction, CoverLink } from '#ui/card.tsx';
import { Overline, SectionHeading } from '#ui/headings.tsx';

/** The spec's list of buyers, as the guides name them. */
export const COMING_SOON = [
  'Multi-Family Office (MFO)',
  'RIA / Wealth Manager',
  'Principal/Wealth Owner',
  'CIO / Investment Team',
  'Operations / CFO',
  'New/Setting Up FO',
  'Tech-Forward FO',
  'Global Family Office',
] as const;

const FEATURE_LENGTH = 30;

export const cutFeature = (feature: string) => cutText(feature, FEATURE_LENGTH);

const TITLE = "Family Office Software Buyer's Guides";
const PER_PAGE = 48;

const GUIDES = pagedList({
  path: '/buyers-guides',
  title: TITLE,
  titleFor: () => TITLE,
  description:
    "Buyer's guides to family office software, one for each kind of buyer: what to insist on, what to watch for, and how to run the selection.",
  lead: 'The same software reads differently from each chair. Start with the guide written for yours.',
  empty: "Buyer's guides are currently being prepared. Please check back soon.",
  error: "Error loading buyer's guides. Please try again later.",
  way: { href: hrefTo('/vendors'), label: 'Browse vendors' },
  size: PER_PAGE,
  query: (page) => listQuery('buyers-guides', partOf(page, PER_PAGE)),
  entriesOf: (items) => linksOf('/buyers-guides', items),
  jsonLd: collectionLd,
});

export const Route = createFileRoute('/buyers-guides')({
  ...GUIDES.route,
  component: GuideListPage,
});

function GuideListPage() {
  return (
    <GUIDES.Page after={(guides) => <Readers guides={guides} />}>
      {(guides) => (
        <ul aria-label="Buyer's guides" className="border-t border-heavy">
          {guides.map((guide) => (
            <GuideRow key={guide.slug} guide={guide} />
          ))}
        </ul>
      )}
    </GUIDES.Page>
  );
}

type GuideCard = CardResponse<'buyers-guides'>;

function Readers({ guides }: { guides: readonly GuideCard[] }) {
  const published = new Set(guides.map(({ buyerType }) => buyerType));
  const isWhole = COMING_SOON.every((name) => published.has(name));
  return (
    <section className="mt-16">
      <SectionHeading
        {...(isWhole
          ? { title: 'Who the guides are for', text: 'Each of these readers has a guide above.' }
          : {
              title: 'Coming Soon',
              text: 'The buyers this series is written for. Those marked as published can be read above.',
            })}
      />
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {COMING_SOON.map((name) => (
          <li key={name} className="flex justify-between gap-4 border-b border-line py-2.5 text-sm">
            {name}
            {!isWhole && published.has(name) && <span className="text-faint">Published</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function GuideRow({ guide }: { guide: GuideCard }) {
  const covered = guide.recommendedUseCases.length;
  const href = hrefTo('/buyers-guides/$slug', { slug: guide.slug });
  return (
    <li className="card group relative grid gap-x-10 gap-y-3 border-b border-rule py-7 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div>
        {guide.buyerType && <Overline>{guide.buyerType}</Overline>}
        <p className="mt-2 text-sm">{guide.targetRole}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-faint">
          {guide.targetAssets && <span>{guide.targetAssets}</span>}
          <span>{counted(covered, 'use case', 'use cases')} covered</span>
        </p>
      </div>
      <div>
        <h2 className="text-h3 font-semibold">
          <CoverLink href={href}>{guide.title}</CoverLink>
        </h2>
        <p className="mt-2 max-w-measure text-sm text-soft">{guide.description}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <BadgeList
            items={guide.priorityFeatures.map(cutFeature)}
            max={2}
            label="Priority features"
          />
          <CardAction action="Read Complete Guide" href={href} title={guide.title} />
        </div>
      </div>
    </li>
  );
}
