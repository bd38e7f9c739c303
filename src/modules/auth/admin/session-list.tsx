import { formatDateTime } from '#admin/format-date-time.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { describeAgent } from './describe-agent.ts';

type Session = ResponseOf<'get', '/api/account/sessions'>[number];

interface SessionListProps {
  sessions: readonly Session[];
  /** Without it the sessions are only shown. */
  onEnd?: (session: Session) => void;
}

/** Open sessions: browser, origin, and when each was seen. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => {
        const name = describeAgent(session.agent);
        return (
          <li
            key={session.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                {name}
                {session.isCurrent && <Badge tone="positive">This browser</Badge>}
              </p>
              <p className="text-xs text-faint">
                {session.address ?? 'Unknown address'}, seen {formatDateTime(session.seenAt)}, since{' '}
                {formatDateTime(session.createdAt)}
              </p>
            </div>
            {onEnd && !session.isCurrent && (
              <Button
                size="sm"
                aria-label={`End the session in ${name}`}
                onClick={() => onEnd(session)}
              >
                End
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
