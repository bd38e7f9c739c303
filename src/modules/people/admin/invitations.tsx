import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { toastOutcome } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { isRole, ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';

type Invited = ResponseOf<'POST', '/api/users/invitations'>;

/** Makes a link that is shown once: its holder sets a password and is in. */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const { errors, send } = useFormSend();
  const [invited, setInvited] = useState<Invited | null>(null);
  const invite = send(async (read, form) => {
    const role = read('role');
    if (!isRole(role)) return;
    const body = { email: read('email'), role };
    setInvited(await adminSend('POST', '/api/users/invitations', { body }));
    form.reset();
    onInvited();
  });

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void invite(event)}
        className="grid items-start gap-3 sm:grid-cols-[1fr_auto_auto]"
      >
        <FieldFrame label="Email" error={errors.email}>
          {(ids) => (
            <input {...ids} type="email" name="email" autoComplete="off" className="field" />
          )}
        </FieldFrame>
        <Select label="Role" name="role" defaultValue="editor" options={ROLE_OPTIONS} />
        <Button type="submit" variant="primary" className="sm:mt-6">
          Invite
        </Button>
      </form>
      {invited && (
        <ShownOnce
          name="link"
          value={invited.link}
          text={`${invited.isSent ? `The invitation was sent to ${invited.email}.` : `Send this link to ${invited.email} yourself.`} It works once, for seven days, and is shown only now.`}
        />
      )}
    </>
  );
}

export function OpenInvitations({ onChange }: { onChange: () => void }) {
  const { data = [] } = useQuery(fresh(adminQuery('/api/users/invitations')));
  const withdraw = async (id: number, email: string) => {
    await toastOutcome(
      () => adminSend('DELETE', '/api/invitations/{id}', { params: { id } }),
      `The invitation of ${email} is withdrawn`,
    );
    onChange();
  };
  if (data.length === 0) return null;
  return (
    <>
      <h4 className="mt-6 mb-2 font-sans text-xs font-semibold text-soft">Open invitations</h4>
      <ul>
        {data.map(({ id, email, role, expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 text-sm"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{email}</span>
            <Badge>{ROLE_WORDS[role].name}</Badge>
            <span className="text-xs text-faint">until {formatDateTime(expiresAt)}</span>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Withdraw the invitation of ${email}`}
              onClick={() => void withdraw(id, email)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
