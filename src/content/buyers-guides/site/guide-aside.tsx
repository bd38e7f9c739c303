import { Panel } from '#ui/panel.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import type { GuidePage } from './guide.page.tsx';

const QUICK_ACTIONS = [
  { href: '/vendors', title: 'Browse vendors' },
  { href: '/compare', title: 'Compare platforms' },
  { href: '/use-cases', title: 'Read use cases' },
];

const OTHER_GUIDES = [
  { href: '/buyers-guides/multi-family-office', title: 'Multi-Family Office' },
  { href: '/buyers-guides/cio-investment-team', title: 'CIO / Investment Team' },
  { href: '/buyers-guides/operations-cfo', title: 'Operations / CFO' },
  { href: '/buyers-guides/tech-forward-family-office', title: 'Tech-Forward FO' },
];

export function GuideAside({ guide }: { guide: GuidePage }) {
  return (
    <>
      <Panel title="Quick Actions">
        <RuledList size="compact" items={QUICK_ACTIONS} />
      </Panel>
      {guide.useCases.length > 0 && (
        <Panel title="Relevant Use Cases">
          <RuledList
            size="compact"
            items={guide.useCases.map(({ slug, title }) => ({
              title,
              ...(slug ? { href: `/use-cases/${slug}` } : {}),
            }))}
          />
        </Panel>
      )}
      {guide.priorityFeatures.length > 0 && (
        <Panel title="Priority Features">
          <RuledList
            size="compact"
            items={[
              ...guide.priorityFeatures.map((title) => ({ title })),
              { href: '/features', title: 'All features' },
            ]}
          />
        </Panel>
      )}
      <Panel title="Other Guides">
        <RuledList size="compact" items={OTHER_GUIDES} />
      </Panel>
    </>
  );
}
