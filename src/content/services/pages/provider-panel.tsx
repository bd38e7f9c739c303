import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from '#ui/external-link.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import {
  nearProvidersQuery,
  type ProviderCardData,
  pickProviders,
  providersQuery,
} from './providers-query.ts';

const EMPTY_TEXT = 'No service providers available';

export function ProviderPanel({ service }: { service: string }) {
  const { data: near, isPending: isNearPending } = useQuery(nearProvidersQuery(service));
  const { data: all, isPending } = useQuery(providersQuery);
  const items = pickProviders(service, near?.items ?? [], all?.items ?? []);
  return (
    <Panel title="Service Providers">
      {isPending || isNearPending ? <Skeleton className="h-24" /> : <Providers items={items} />}
    </Panel>
  );
}

function Providers({ items }: { items: readonly ProviderCardData[] }) {
  if (items.length === 0) return <p className="text-sm text-soft">{EMPTY_TEXT}</p>;
  return (
    <ul className="border-t border-line">
      {items.map(({ id, name, description, website }) => (
        <li key={id} className="border-b border-line py-4 text-sm">
          <h3 className="font-sans font-medium">{name}</h3>
          {description && <p className="mt-1 text-xs text-soft">{description}</p>}
          {website && (
            <p className="mt-2">
              <ExternalLink
                href={website}
                aria-label={`Learn More about ${name} (opens in a new tab)`}
              >
                Learn More
              </ExternalLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
