import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { readAt } from '#admin/api/admin-queries.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { PEOPLE_PATH } from '#admin/people/people.tsx';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { userQuery } from '#client/user-query.ts';
import { Button } from '#ui/button.tsx';
import { PASSWORD_MIN } from '../sign-in.schema.ts';
import { PasswordInput } from './password-input.tsx';

type Account = ResponseOf<'get', '/api/account'>;

const FIELDS = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
] as const;

/** One's own name, by which colleagues know whose work it is. */
export function NameForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const { errors, send } = useFormSend();
  const change = send(async (read) => {
    const body = { firstName: read('firstName'), lastName: read('lastName') };
    await adminSend('PATCH', '/api/account', { body });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
      queryClient.invalidateQueries(readAt(PEOPLE_PATH)),
    ]);
    toastDone('Your name is changed.');
  });
  return (
    <form noValidate onSubmit={change} className="grid max-w-md gap-4">
      {FIELDS.map(({ name, ...field }) => (
        <FormInput
          key={name}
          {...field}
          name={name}
          defaultValue={account[name] ?? ''}
          error={errors[name]}
        />
      ))}
      <Button type="submit" className="justify-self-start">
        Change name
      </Button>
    </form>
  );
}

/** The daily letter, on or off. */
export function DigestSwitch({ account }: { account: Account }) {
  const { run } = useAction('/api/account');
  const change = (wantsDigest: boolean) =>
    run(
      () => adminSend('PATCH', '/api/account', { body: { wantsDigest } }),
      wantsDigest ? 'The daily letter is on' : 'The daily letter is off',
      'The daily letter could not be changed',
    );
  return (
    <FlagInput
      label="One letter a day about what is new in my inbox"
      help="Only when something is, and where this site sends mail."
      checked={account.wantsDigest}
      onChange={(wants) => void change(wants)}
    />
  );
}

/** One's own password; a change ends all other sessions. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { errors, send } = useFormSend();
  const change = send(async (read, form) => {
    const body = { current: read('current'), password: read('password') };
    await adminSend('POST', '/api/account/password', { body });
    form.reset();
    toastDone('Your password is changed. Every other session has ended.');
    onDone();
  });

  return (
    <form noValidate onSubmit={change} className="grid max-w-md gap-4">
      <PasswordInput
        label="Current password"
        name="current"
        autoComplete="current-password"
        error={errors.current}
      />
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        help={`At least ${PASSWORD_MIN} characters. Every other session ends.`}
        error={errors.password}
      />
      <Button type="submit" className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}
