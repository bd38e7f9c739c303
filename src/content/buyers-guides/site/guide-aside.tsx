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
          <ul className="space-y-2 text-sm">
            {guide.useCases.map(({ slug, title }) => (
              <li key={title}>
                {slug ? (
                  <a href={`/use-cases/${slug}`} className="text-link">
                    {title}
                  </a>
                ) : (
                  title
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {guide.priorityFeatures.length > 0 && (
        <Panel title="Priority Features">
          <ul className="mb-3 space-y-2 text-sm text-soft">
            {guide.priorityFeatures.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <a href="/features" className="text-link text-sm">
            All features
          </a>
        </Panel>
      )}
      <Panel title="Other Guides">
        <RuledList size="compact" items={OTHER_GUIDES} />
      </Panel>
    </>
  );
}
