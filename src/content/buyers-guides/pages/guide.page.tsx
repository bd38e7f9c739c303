import { createFileRoute } from '@tanstack/react-router';
import { Puzzle as puzzleNode } from 'lucide';
import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { hrefToNeeds, START_FROM_THESE } from '#content/shared/needs-link.ts';
import { RelatedInfo } from '#content/shared/related-info.tsx';
import { typeset } from '#platform/text/typeset.ts';
import { itemQuery } from '#site/api/queries.ts';
import { ItemFrame } from '#site/item/item-frame.tsx';
import { itemPage } from '#site/item/item-page.tsx';
import { LinkPanel, linksTo } from '#site/item/link-panel.tsx';
import { RichText } from '#site/rich-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import { icon } from '#ui/icons.tsx';
import { ProsePreviews } from '#ui/prose.tsx';
import type { BuyersGuide } from '../buyers-guides.collection.ts';

const GUIDE = itemPage({
  query: (slug) => itemQuery('buyers-guides', slug),
  folder: '/buyers-guides',
  trail: [{ name: "Buyer's Guides", path: hrefTo('/buyers-guides') }],
  missing: 'Guide Not Found',
  gone: "The buyer's guide you're looking for doesn't exist.",
  back: "Back to Buyer's Guides",
  type: 'article',
  nameOf: (guide) => guide.title,
  describe: (guide) => guide.description ?? guide.title,
});

export const Route = createFileRoute('/buyers-guides/$slug')({
  ...GUIDE.route,
  component: BuyersGuidePage,
});

function BuyersGuidePage() {
  const guide = GUIDE.useItem();
  return (
    <ItemFrame place={GUIDE} name={guide.title} isDraft={!guide.isPublished}>
      <p className="no-print mt-3 text-sm">
        <a href={hrefTo('/buyers-guides')} className="touch text-link">
          Back to Buyer's Guides
        </a>
      </p>
      <PageHeader
        overline={guide.buyerType ? <Badge tone="accent">{guide.buyerType}</Badge> : null}
        title={guide.title}
        lead={guide.description ? <p>{guide.description}</p> : null}
        meta={
          <>
            {guide.targetRole && <span>For {guide.targetRole}</span>}
            {guide.targetAssets && <span>{guide.targetAssets}</span>}
          </>
        }
      />
      <Columns aside={<GuideAside guide={guide} />}>
        <ProsePreviews>
          <div className="space-y-14">
            {guide.sectionsHtml.map((section) => (
              <GuideSection key={section.heading} section={section} />
            ))}
          </div>
        </ProsePreviews>
        <GuideList title="Checklist" items={guide.checklist} />
        <GuideList title="Recommendations" items={guide.recommendations} />
        <RichText html={guide.html.content} />
        <RelatedInfo item={guide} />
      </Columns>
    </ItemFrame>
  );
}

type GuidePage = DetailResponse<'buyers-guides'>;

const QUICK_ACTIONS = [
  { href: hrefTo('/vendors'), title: 'Browse vendors' },
  { href: hrefTo('/compare'), title: 'Compare platforms' },
  { href: hrefTo('/use-cases'), title: 'Read use cases' },
];

/** Priorities that no linked feature has as its name. */
const unlinkedOf = ({ priorityFeatures, about }: GuidePage) => {
  const linked = new Set(about.map(({ name }) => name.toLowerCase()));
  return priorityFeatures.filter((title) => !linked.has(title.toLowerCase()));
};

function GuideAside({ guide }: { guide: GuidePage }) {
  const { about, priorityFeatures } = guide;
  const named = [
    ...linksTo('/features', about),
    ...unlinkedOf(guide).map((title) => ({ title })),
    ...(about.length > 0 ? [{ href: hrefToNeeds(about), title: START_FROM_THESE }] : []),
    { href: hrefTo('/features'), title: 'All features' },
  ];
  return (
    <>
      <LinkPanel title="Quick Actions" items={QUICK_ACTIONS} />
      <LinkPanel title="Relevant Use Cases" items={linksTo('/use-cases', guide.useCases)} />
      {priorityFeatures.length + about.length > 0 && (
        <LinkPanel title="Priority Features" items={named} />
      )}
      <LinkPanel
        title="Other Guides"
        items={[
          ...linksTo('/buyers-guides', guide.otherGuides),
          { href: hrefTo('/buyers-guides'), title: "All buyer's guides" },
        ]}
      />
    </>
  );
}

const Puzzle = /* @__PURE__ */ icon(puzzleNode);

type Section = BuyersGuide['sections'][number];
type Block = string | string[];

/** A paragraph, a bullet list, or sub-headings over either; the texts are finished HTML. */
function GuideSection({ section }: { section: Section }) {
  const { heading, content } = section;
  return (
    <section>
      <SectionHeading title={heading} />
      {typeof content === 'string' || Array.isArray(content) ? (
        <GuideBlock block={content} />
      ) : (
        <div className="space-y-8">
          {Object.entries(content).map(([name, block]) => (
            <div key={name}>
              <h3 className="mb-3 text-h4 font-semibold">{name}</h3>
              <GuideBlock block={block} name={name} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function GuideList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <SectionHeading title={title} />
      <ul className="max-w-measure space-y-2.5 text-lg">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Marker name={undefined} />
            <span>{typeset(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GuideBlock({ block, name }: { block: Block; name?: string }) {
  if (typeof block === 'string') {
    return (
      <p className="prose-line max-w-measure text-lg" dangerouslySetInnerHTML={{ __html: block }} />
    );
  }
  return (
    <ul className="max-w-measure space-y-2.5 text-lg">
      {block.map((item) => (
        <li key={item} className="flex gap-3">
          <Marker name={name} />
          <span className="prose-line" dangerouslySetInnerHTML={{ __html: item }} />
        </li>
      ))}
    </ul>
  );
}

/** Two sub-headings of the spec have bullets of their own. */
function Marker({ name }: { name: string | undefined }) {
  if (name === 'Must-Haves') {
    return (
      <Puzzle aria-hidden data-marker="feature" className="mt-1.5 size-4 shrink-0 text-accent" />
    );
  }
  const isWarning = name === 'Watch For';
  return (
    <span
      aria-hidden
      data-marker={isWarning ? 'watch' : 'plain'}
      className={`mt-3 size-1.5 shrink-0 rounded-full ${isWarning ? 'bg-[#c2620e]' : 'bg-faint'}`}
    />
  );
}
