import type { ComponentProps } from 'react';
import { formatDateTime } from '#admin/format-date-time.ts';
import { RowActions } from '#admin/parts/row-actions.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';

interface WebhookRowProps {
  webhook: ResponseOf<'get', '/api/webhooks'>[number];
  actions: ComponentProps<typeof RowActions>['actions'];
}

/** One address, with whether it pauses or fails. */
export function WebhookRow({ webhook, actions }: WebhookRowProps) {
  const { url, events, pausedAt, pauseReason, failingSince, waiting } = webhook;
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
