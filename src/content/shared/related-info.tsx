import type { RelatedInfoItem } from '#kit/field-groups.ts';
import { Card, CardGrid } from '#ui/card.tsx';
import { SectionHeading } from '#ui/headings.tsx';

interface RelatedInfoProps {
  item: { enableRelatedInfo: boolean; relatedInfoCache: RelatedInfoItem[] | null };
}

/** Shown only when an editor switched it on and there is something in it. */
export function RelatedInfo({ item }: RelatedInfoProps) {
  const cards = item.relatedInfoCache ?? [];
  if (!item.enableRelatedInfo || cards.length === 0) return null;
  return (
    <section>
      <SectionHeading title="Related Information" />
      <CardGrid columns={2} label="Related Information">
        {cards.map(({ title, source, description, url }) => (
          <Card key={url + title} title={title} href={url} overline={source}>
            {description}
          </Card>
        ))}
      </CardGrid>
    </section>
  );
}
