import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { ActionButton } from '#admin/parts/row-actions.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';

type Delivery = ResponseOf<'get', '/api/webhooks/{id}/deliveries'>[number];

const PATH = '/api/webhooks/{id}/deliveries';
const TONES = { waiting: 'neutral', delivered: 'positive', failed: 'danger' } as const;

/** The deliveries of a webhook, the last ones first: request and response of each try, and sending again. */
export function Deliveries({ id }: { id: number }) {
  const { data: deliveries, error } = useQuery(fresh(adminQuery(PATH, { id })));
  if (error) return <ErrorText>The log could not be loaded: {messageOf(error)}</ErrorText>;
  if (deliveries?.length === 0) return <EmptyState text="Nothing was sent in the last 30 days." />;
  return (
    <ol>
      {deliveries?.map((delivery) => (
        <DeliveryRow key={delivery.id} webhook={id} delivery={delivery} />
      ))}
    </ol>
  );
}

const sayState = ({ state, attempts, nextAt, endedAt }: Delivery) => {
  const tries = counted(attempts, 'try', 'tries');
  if (state !== 'waiting') return `${tries}, ${formatDateTime(endedAt)}`;
  return nextAt ? `${tries}, next ${formatDateTime(nextAt)}` : `${tries}, waits while paused`;
};

function DeliveryRow({ webhook, delivery }: { webhook: number; delivery: Delivery }) {
  const { event, at, path, collection, itemId, job, state, exchanges } = delivery;
  const params = { id: webhook, deliveryId: delivery.id };
  const subject = path ?? job?.name ?? `${collection} ${itemId}`;
  return (
    <li className="grid gap-1 border-t border-line py-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium wrap-anywhere">
          {event} {subject}
        </span>
        <Badge tone={TONES[state]}>{state}</Badge>
        {state !== 'waiting' && (
          <ActionButton
            label="Send again"
            name={`Send again: ${event} ${subject}, ${formatDateTime(at)}`}
            variant="quiet"
            className="ml-auto"
            at="/api/webhooks"
            work={() => adminSend('POST', `${PATH}/{deliveryId}/resend`, { params })}
            done="It is sent again"
          />
        )}
      </div>
      <p className="text-xs text-faint">
        {formatDateTime(at)}, {sayState(delivery)}
      </p>
      {exchanges.map(({ at: triedAt, problem, request, response }) => (
        <details key={triedAt}>
          <summary className="cursor-pointer text-xs text-link">
            {formatDateTime(triedAt)}: {problem ?? 'taken'}
          </summary>
          <Part title="Request" {...request} />
          {response && <Part title={`Response ${response.status}`} {...response} />}
        </details>
      ))}
    </li>
  );
}

type Message = Delivery['exchanges'][number]['request'];

function Part({ title, headers, body }: Message & { title: string }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <p className="mt-2 text-xs font-medium">{title}</p>
      <pre className="mt-1 bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {[...lines, '', body].join('\n')}
      </pre>
    </>
  );
}
