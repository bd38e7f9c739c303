import { hrefTo } from '#client/href-to.ts';
import { IndexGroup } from '#ui/index-group.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import type { ServiceCardData, ServiceGroup } from './service-groups.ts';

export function ServiceLines({ services }: { services: readonly ServiceCardData[] }) {
  return (
    <RuledList
      items={services.map(({ slug, title, description }) => ({
        href: hrefTo('/services/$slug', { slug }),
        title,
        text: description,
      }))}
    />
  );
}

export function ServiceGroupSection({ main, specialised }: ServiceGroup) {
  return (
    <IndexGroup
      title={
        <a
          href={hrefTo('/services/$slug', { slug: main.slug })}
          className="decoration-accent decoration-1 underline-offset-4 hover:underline"
        >
          {main.title}
        </a>
      }
      text={main.description}
    >
      {specialised.length > 0 && (
        <div className="lg:-mt-4 lg:[&>ul]:border-t-0">
          <ServiceLines services={specialised} />
        </div>
      )}
    </IndexGroup>
  );
}
