import { formatDateTime } from '#admin/format-date-time.ts';
import { RowActions } from '#admin/parts/row-actions.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';

interface WebhookRowProps {
  webhook: ResponseOf<'get', '/api/webhooks'>[number];
  onChange: () => void;
  onLog: () => void;
  onPause: () => void;
  onRenew: () => void;
  onRemove: () => void;
}

/** One address, with whether it pauses or fails. */
export function WebhookRow({ webhook, ...on }: WebhookRowProps) {
  const { url, events, pausedAt, pauseReason, failingSince, waiting } = webhook;
  const actions = [
    { label: 'Deliveries', run: on.onLog },
    { label: 'Change', run: on.onChange },
    { label: pausedAt ? 'Go on' : 'Pause', run: on.onPause },
    { label: 'New secret', run: on.onRenew },
    { label: 'Delete', run: on.onRemove },
  ];
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold wrap-anywhere">
          {url}
          {pausedAt && <Badge tone={pauseReason ? 'danger' : 'warn'}>Paused</Badge>}
          {!pausedAt && failingSince && <Badge tone="warn">Failing</Badge>}
        </h3>
        <p className="text-xs text-soft">{events.join(', ')}</p>
        {pausedAt && pauseReason && (
          <p className="text-xs text-danger">
            Paused {formatDateTime(pausedAt)}: {pauseReason}
          </p>
        )}
        {!pausedAt && failingSince && (
          <p className="text-xs text-warn">Every try failed since {formatDateTime(failingSince)}</p>
        )}
        {waiting > 0 && <p className="text-xs text-faint">{waiting} waiting</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <RowActions of={url} actions={actions} />
      </div>
    </li>
  );
}
