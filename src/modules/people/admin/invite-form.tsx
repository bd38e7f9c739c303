import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { useFormSend } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { isRole, ROLE_OPTIONS } from './role-words.ts';

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
