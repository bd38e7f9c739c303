import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { useAction } from '#admin/use-action.ts';
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
        onSubmit={invite}
        className="grid items-start gap-3 sm:grid-cols-[1fr_auto_auto]"
      >
        <FormInput
          label="Email"
          type="email"
          name="email"
          autoComplete="off"
          error={errors.email}
        />
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

export function OpenInvitations() {
  const { data = [] } = useQuery(fresh(adminQuery('/api/users/invitations')));
  const { run } = useAction('/api/users');
  const withdraw = (id: number, email: string) =>
    run(
      () => adminSend('DELETE', '/api/invitations/{id}', { params: { id } }),
      `The invitation of ${email} is withdrawn`,
    );
  if (data.length === 0) return null;
  return (
    <>
      <h4 className="mt-6 mb-2 font-sans text-xs font-semibold text-soft">Open invitations</h4>
      <ul>
        {data.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            look="small"
            title={email}
            headingLevel="h4"
            marks={<Badge>{ROLE_WORDS[role].name}</Badge>}
            actions={
              <RowButton
                label="Withdraw"
                name={`Withdraw the invitation of ${email}`}
                variant="quiet"
                onClick={() => void withdraw(id, email)}
              />
            }
          >
            <RowFacts>until {formatDateTime(expiresAt)}</RowFacts>
          </Row>
        ))}
      </ul>
    </>
  );
}
