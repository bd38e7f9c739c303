import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Row } from '#admin/parts/row.tsx';
import { ActionButton } from '#admin/parts/row-actions.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { type Colleague, Initials, PEOPLE_PATH } from '#admin/people/people.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { SessionList } from '#modules/auth/admin/session-list.tsx';
import { nameOf } from '#platform/person-name.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Select } from '#ui/select.tsx';
import { isRole, ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';

const PASSWORD_LINK = '/api/users/{id}/password-link';

interface PersonRowProps {
  person: Colleague;
  isMe: boolean;
  /** Whether the reader of the row is an owner. */
  isOwner: boolean;
  onRole?: (role: Colleague['role']) => void;
  onRemove?: () => void;
}

/** A colleague, with the actions of an owner. */
export function PersonRow({ person, isMe, isOwner, onRole, onRemove }: PersonRowProps) {
  const { email, role, hasPassword, hasSecondFactor, seenAt } = person;
  // How accounts are guarded and used is shown to owners alone.
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
        onRole ? (
          <Select
            label={`Role of ${email}`}
            hideLabel
            value={role}
            options={ROLE_OPTIONS}
            onChange={({ target }) => isRole(target.value) && onRole(target.value)}
          />
        ) : (
          <Badge>{ROLE_WORDS[role].name}</Badge>
        )
      }
      offers={[
        isOwner && {
          label: 'Sessions',
          name: `Sessions of ${email}`,
          opens: (close) => <SessionsDialog person={person} isMe={isMe} onClose={close} />,
        },
        isOwner && {
          label: 'Password link',
          name: `Password link for ${email}`,
          opens: () => <PasswordLink person={person} />,
        },
        onRemove && { label: 'Remove', name: `Remove ${email}`, onClick: onRemove },
      ]}
      facts={[
        name !== email && email,
        isTold && (seenAt ? `seen ${formatDateTime(seenAt)}` : 'not signed in'),
      ]
        .filter(Boolean)
        .join(', ')}
    />
  );
}

/** Made on request: it takes the place of an earlier one. */
function PasswordLink({ person: { id, email } }: Pick<PersonRowProps, 'person'>) {
  const [made, setMade] = useState<ResponseOf<'POST', typeof PASSWORD_LINK> | null>(null);
  if (made) {
    return (
      <ShownOnce
        name="link"
        value={made.link}
        text={`${made.isSent ? `The link is on its way to ${email}, too.` : `Send this link to ${email} yourself.`} It sets a new password, works once, for an hour, and is shown only now.`}
      />
    );
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 text-sm">
      <p>With this link {email} sets a new password. All their sessions end when they do.</p>
      <ActionButton
        label="Make link"
        at={PEOPLE_PATH}
        work={async () => setMade(await adminSend('POST', PASSWORD_LINK, { params: { id } }))}
      />
    </div>
  );
}

interface SessionsDialogProps {
  person: Colleague;
  isMe: boolean;
  onClose: () => void;
}

/** Where a colleague is signed in; an owner may end all of it, and help out of a lost second factor. */
function SessionsDialog({ person, isMe, onClose }: SessionsDialogProps) {
  const { id, email, hasSecondFactor } = person;
  const params = { id };
  const { data } = useQuery(fresh(adminQuery('/api/users/{id}/sessions', params)));
  return (
    <DialogFrame title={`Sessions of ${email}`} size="medium" onClose={onClose}>
      {data?.length === 0 && <EmptyState text="Signed in nowhere." />}
      {data && <SessionList sessions={data} headingLevel="h3" />}
      <div className="mt-5 flex flex-wrap gap-3">
        {data && data.length > 0 && (
          <ActionButton
            label="End all sessions"
            size="md"
            at={PEOPLE_PATH}
            work={() => adminSend('DELETE', '/api/users/{id}/sessions', { params })}
            done={`${email} is signed out everywhere`}
          />
        )}
        {/* One's own takes a code, under Account. */}
        {hasSecondFactor && !isMe && (
          <ActionButton
            label="Switch the second factor off"
            size="md"
            variant="quiet"
            at={PEOPLE_PATH}
            work={() => adminSend('DELETE', '/api/users/{id}/totp', { params })}
            done={`The second factor of ${email} is off`}
          />
        )}
      </div>
    </DialogFrame>
  );
}
