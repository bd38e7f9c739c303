import { hrefTo } from '#client/href-to.ts';
import type { ContentHubConfig } from '#content/content-hub/content-hub.collection.ts';
import { hubPath } from '#content/content-hub/hub-path.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card, CardGrid } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';

type HubItem = ContentHubConfig['relatedContent'][number];

interface HubBlockProps {
  config: ContentHubConfig | null | undefined;
  currentSlug: string;
}

export function HubBlock({ config, currentSlug }: HubBlockProps) {
  if (!config?.isEnabled) return null;
  const { relatedContent, pageType } = config;
  const named = relatedContent.filter(({ slug }) => slug === currentSlug);
  // A term and a type may have the same slug; the page is the one of its own kind.
  const current = named.find(({ type }) => type === pageType) ?? named[0];
  return (
    <section data-hub>
      <SectionHeading title={config.title} text={config.description} />
      {relatedContent.length > 0 && (
        <CardGrid columns={3} label={config.title}>
          {relatedContent.map((item) => (
            <HubCard
              key={`${item.type}/${item.slug ?? item.title}`}
              item={item}
              isCurrent={item.isCurrentPage === true || item === current}
            />
          ))}
        </CardGrid>
      )}
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-5">
        <h3 className="text-h4 font-semibold">Additional Resources</h3>
        <ButtonLink href={hrefTo('/services')} size="sm">
          Family office services
        </ButtonLink>
        <ButtonLink href={hrefTo('/faq')} size="sm">
          Frequently asked questions
        </ButtonLink>
      </div>
    </section>
  );
}

function HubCard({ item, isCurrent }: { item: HubItem; isCurrent: boolean }) {
  const { type, title, description, slug } = item;
  return (
    <Card
      title={title}
      {...(slug ? { href: hubPath(type, slug), action: 'Read More' } : {})}
      meta={
        <>
          <Badge>
            <span className="uppercase">{type}</span>
          </Badge>
          {isCurrent && <Badge tone="accent">Current Page</Badge>}
        </>
      }
    >
      {description}
    </Card>
  );
}
