import { useQuery } from '@tanstack/react-query';
import { adminHref } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { useMay } from '#admin/may.tsx';

/** Above everything else, for owners: webhooks that pause though nobody asked for it. */
export function PausedWebhooks() {
  const enabled = useMay('owner');
  const { data } = useQuery({ ...adminQuery('/api/webhooks'), enabled, refetchOnMount: 'always' });
  const paused = data?.filter(({ pausedAt, pauseReason }) => pausedAt && pauseReason) ?? [];
  if (paused.length === 0) return null;
  return (
    <section
      aria-label="Paused webhooks"
      className="border-l-2 border-danger bg-sunken px-4 py-3 text-sm xl:col-span-2"
    >
      <ul className="grid gap-3">
        {paused.map(({ id, url, pauseReason }) => (
          <li key={id} className="wrap-anywhere">
            <a href={adminHref('webhooks')} className="font-medium text-danger">
              {url} pauses
            </a>
            <p>{pauseReason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
