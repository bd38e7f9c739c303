import type { DetailResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { hrefToNeeds, START_FROM_THESE } from '#content/shared/needs-link.ts';
import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';

export type GuidePage = DetailResponse<'buyers-guides'>;

const QUICK_ACTIONS = [
  { href: hrefTo('/vendors'), title: 'Browse vendors' },
  { href: hrefTo('/compare'), title: 'Compare platforms' },
  { href: hrefTo('/use-cases'), title: 'Read use cases' },
];

/** Items without a page are plain words. */
const linkInto = (
  path: '/use-cases/$slug' | '/buyers-guides/$slug',
  items: GuidePage['otherGuides'],
) => items.map(({ slug, title }) => ({ title, ...(slug ? { href: hrefTo(path, { slug }) } : {}) }));

/** Priorities that no linked feature has as its name. */
const unlinkedOf = ({ priorityFeatures, about }: GuidePage) => {
  const linked = new Set(about.map(({ name }) => name.toLowerCase()));
  return priorityFeatures.filter((title) => !linked.has(title.toLowerCase()));
};

export function GuideAside({ guide }: { guide: GuidePage }) {
  return (
    <>
      <Panel title="Quick Actions">
        <RuledList size="compact" items={QUICK_ACTIONS} />
      </Panel>
      {guide.useCases.length > 0 && (
        <Panel title="Relevant Use Cases">
          <RuledList size="compact" items={linkInto('/use-cases/$slug', guide.useCases)} />
        </Panel>
      )}
      {guide.priorityFeatures.length + guide.about.length > 0 && (
        <Panel title="Priority Features">
          <RuledList
            size="compact"
            items={[
              ...guide.about.map(({ slug, name }) => ({
                href: hrefTo('/features/$slug', { slug }),
                title: name,
              })),
              ...unlinkedOf(guide).map((title) => ({ title })),
              ...(guide.about.length > 0
                ? [{ href: hrefToNeeds(guide.about), title: START_FROM_THESE }]
                : []),
              { href: hrefTo('/features'), title: 'All features' },
            ]}
          />
        </Panel>
      )}
      <Panel title="Other Guides">
        <RuledList
          size="compact"
          items={[
            ...linkInto('/buyers-guides/$slug', guide.otherGuides),
            { href: hrefTo('/buyers-guides'), title: "All buyer's guides" },
          ]}
        />
      </Panel>
    </>
  );
}
