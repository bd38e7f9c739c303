import { adminSend } from '#admin/api/admin-api.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Rows } from '#admin/parts/row.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { describeAgent } from './describe-agent.ts';

export const OWN_SESSIONS = '/api/account/sessions';

interface SessionListProps {
  sessions: readonly ResponseOf<'get', typeof OWN_SESSIONS>[number][];
  headingLevel?: 'h3' | 'h4';
  /** They are the user's, who may end any other than this one. */
  areOwn?: boolean;
}

/** Open sessions: browser, origin, and when each was seen. */
export function SessionList({ sessions, headingLevel = 'h4', areOwn = false }: SessionListProps) {
  return (
    <Rows
      at={OWN_SESSIONS}
      look="small"
      items={sessions}
      row={({ id, agent, address, seenAt, createdAt, isCurrent }) => {
        const name = describeAgent(agent);
        return {
          key: id,
          title: name,
          headingLevel,
          marks: isCurrent && <Badge tone="positive">This browser</Badge>,
          facts: `${address ?? 'Unknown address'}, seen ${formatDateTime(seenAt)}, since ${formatDateTime(createdAt)}`,
          offers: [
            areOwn &&
              !isCurrent && {
                label: 'End',
                name: `End the session in ${name}`,
                work: () => adminSend('DELETE', `${OWN_SESSIONS}/{id}`, { params: { id } }),
                done: 'The session has ended',
                failed: 'The session could not be ended',
              },
          ],
        };
      }}
    />
  );
}
