import { hrefTo } from '#client/href-to.ts';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { ServiceGroup } from './service-groups.ts';

/** A main service, and under it the specialised ones. */
export function ServiceGroupSection({ main, specialised }: ServiceGroup) {
  const heading = (
    <a
      href={hrefTo('/services/$slug', { slug: main.slug })}
      className="decoration-accent decoration-1 underline-offset-4 hover:underline"
    >
      {main.title}
    </a>
  );
  return (
    <section aria-labelledby={`service-${main.slug}`}>
      <SectionHeading id={`service-${main.slug}`} title={heading} text={main.description} />
      {specialised.length > 0 && (
        <CardGrid columns={3}>
          {specialised.map(({ slug, title, description }) => (
            <Card key={slug} href={hrefTo('/services/$slug', { slug })} title={title}>
              {description && <p className="line-clamp-3">{description}</p>}
            </Card>
          ))}
        </CardGrid>
      )}
    </section>
  );
}
