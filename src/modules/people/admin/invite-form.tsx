import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { sayDone, sayError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { isRole, ROLE_OPTIONS } from './role-words.ts';

type Invited = ResponseOf<'POST', '/api/users/invitations'>;

/** Makes a link that is shown once: whoever opens it sets a password and is in. */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [invited, setInvited] = useState<Invited | null>(null);

  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = new FormData(form);
    const role = sent.get('role');
    if (!isRole(role)) return;
    setErrors({});
    try {
      const body = { email: String(sent.get('email')), role };
      setInvited(await adminSend('POST', '/api/users/invitations', { body }));
      form.reset();
      onInvited();
    } catch (failure) {
      const problems = fieldErrorsOf(failure);
      setErrors(problems);
      if (Object.keys(problems).length === 0) sayError(messageOf(failure));
    }
  };

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
      {invited && <InvitationLink invited={invited} />}
    </>
  );
}

function InvitationLink({ invited: { email, link, isSent } }: { invited: Invited }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      sayDone('The link is copied');
    } catch {
      sayError('The link could not be copied. Please select it yourself.');
    }
  };
  return (
    <div role="status" className="mt-4 border border-line bg-sunken p-4">
      <p className="text-sm font-medium">
        {isSent ? `The invitation was sent to ${email}.` : `Send this link to ${email} yourself.`}{' '}
        It works once, for seven days, and is shown only now.
      </p>
      <p className="mt-2 font-mono text-xs wrap-anywhere" data-invitation-link>
        {link}
      </p>
      <Button size="sm" className="mt-3" onClick={() => void copy()}>
        Copy the link
      </Button>
    </div>
  );
}
