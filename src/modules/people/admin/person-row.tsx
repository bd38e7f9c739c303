import { formatDateTime } from '#admin/format-date-time.ts';
import { type Colleague, Initials } from '#admin/people/people.tsx';
import { nameOf } from '#platform/person-name.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { isRole, ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';

export type Person = Colleague;

interface PersonRowProps {
  person: Person;
  isMe: boolean;
  /** For owners alone. */
  onRole?: (role: Person['role']) => void;
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
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-60">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold wrap-anywhere">
          <Initials name={name} />
          {name}
          {isMe && <Badge tone="accent">You</Badge>}
          {hasSecondFactor && <Badge tone="positive">Second factor</Badge>}
        </h3>
        <p className="text-xs text-faint">
          {[
            name !== email && email,
            isTold && (seenAt ? `seen ${formatDateTime(seenAt)}` : 'not signed in'),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
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
        <Button size="sm" aria-label={`Sessions of ${email}`} onClick={onSessions}>
          Sessions
        </Button>
      )}
      {onRemove && (
        <Button size="sm" variant="quiet" aria-label={`Remove ${email}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}
