import { formatDateTime } from '#admin/format-date-time.ts';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { describeAgent } from './describe-agent.ts';

type Session = ResponseOf<'get', '/api/account/sessions'>[number];

interface SessionListProps {
  sessions: readonly Session[];
  headingLevel?: 'h3' | 'h4';
  /** Without it the sessions are only shown. */
  onEnd?: (session: Session) => void;
}

/** Open sessions: browser, origin, and when each was seen. */
export function SessionList({ sessions, headingLevel = 'h4', onEnd }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => {
        const name = describeAgent(session.agent);
        return (
          <Row
            key={session.id}
            look="small"
            title={name}
            headingLevel={headingLevel}
            marks={session.isCurrent && <Badge tone="positive">This browser</Badge>}
            actions={
              onEnd &&
              !session.isCurrent && (
                <RowButton
                  label="End"
                  name={`End the session in ${name}`}
                  onClick={() => onEnd(session)}
                />
              )
            }
          >
            <RowFacts>
              {session.address ?? 'Unknown address'}, seen {formatDateTime(session.seenAt)}, since{' '}
              {formatDateTime(session.createdAt)}
            </RowFacts>
          </Row>
        );
      })}
    </ul>
  );
}
