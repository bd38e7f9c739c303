import { formatDateTime } from '#admin/format-date-time.ts';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { type Colleague, Initials } from '#admin/people/people.tsx';
import { nameOf } from '#platform/person-name.ts';
import { Badge } from '#ui/badge.tsx';
import { Select } from '#ui/select.tsx';
import { isRole, ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';

interface PersonRowProps {
  person: Colleague;
  isMe: boolean;
  /** For owners alone. */
  onRole?: (role: Colleague['role']) => void;
  onSessions?: () => void;
  onRemove?: () => void;
}

/** A colleague, with the actions of an owner. */
export function PersonRow({ person, isMe, onRole, onSessions, onRemove }: PersonRowProps) {
  const { email, role, hasPassword, hasSecondFactor, seenAt } = person;
  // How accounts are guarded and used is told to owners alone.
  const isTold = hasPassword !== null;
  const name = nameOf(person);
  return (
    <Row
      look="small"
      title={name}
      lead={<Initials name={name} />}
      marks={
        <>
          {isMe && <Badge tone="accent">You</Badge>}
          {hasSecondFactor && <Badge tone="positive">Second factor</Badge>}
        </>
      }
      actions={
        <>
          {onRole ? (
            <Select
              label={`Role of ${email}`}
              hideLabel
              value={role}
              options={ROLE_OPTIONS}
              onChange={({ target }) => isRole(target.value) && onRole(target.value)}
            />
          ) : (
            <Badge>{ROLE_WORDS[role].name}</Badge>
          )}
          {onSessions && (
            <RowButton label="Sessions" name={`Sessions of ${email}`} onClick={onSessions} />
          )}
          {onRemove && (
            <RowButton label="Remove" name={`Remove ${email}`} variant="quiet" onClick={onRemove} />
          )}
        </>
      }
    >
      <RowFacts>
        {[
          name !== email && email,
          isTold && (seenAt ? `seen ${formatDateTime(seenAt)}` : 'not signed in'),
        ]
          .filter(Boolean)
          .join(', ')}
      </RowFacts>
    </Row>
  );
}
