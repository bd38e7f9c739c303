import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { Button } from '#ui/button.tsx';
import { hasPasskeys, isCancelled, makePasskey } from '../browser-passkeys.ts';
import { describeAgent } from './describe-agent.ts';
import { PasswordInput } from './password-input.tsx';

const PASSKEYS = '/api/account/passkeys';

/** Keys on one's own devices: add one, see when each was used, remove one. */
export function Passkeys() {
  const { run, reread } = useAction(PASSKEYS);
  const { data: passkeys = [] } = useQuery(adminQuery(PASSKEYS));
  const { errors, send } = useFormSend((failure) =>
    isCancelled(failure) ? 'No passkey was made' : messageOf(failure),
  );

  const add = send(async (read, form) => {
    const body = { password: read('password') };
    const options = await adminSend('POST', `${PASSKEYS}/options`, { body });
    const response = await makePasskey(options);
    await adminSend('POST', PASSKEYS, { body: { name: read('name'), response } });
    form.reset();
    toastDone('The passkey is added');
    await reread();
  });

  const remove = (id: number) =>
    run(
      () => adminSend('DELETE', `${PASSKEYS}/{id}`, { params: { id } }),
      'The passkey is removed',
      'The passkey could not be removed',
    );

  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">
        Sign in with a fingerprint, a face or the PIN of a device. A passkey counts as password and
        second factor.
      </p>
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map(({ id, name, createdAt, usedAt }) => (
            <Row
              key={id}
              look="small"
              title={name}
              headingLevel="h4"
              actions={
                <RowButton
                  label="Remove"
                  name={`Remove the passkey ${name}`}
                  onClick={() => void remove(id)}
                />
              }
            >
              <RowFacts>
                {usedAt ? `Used ${formatDateTime(usedAt)}` : 'Never used'}, added{' '}
                {formatDateTime(createdAt)}
              </RowFacts>
            </Row>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <form noValidate onSubmit={add} className="grid max-w-md gap-4">
          <FormInput
            label="Name of the new passkey"
            name="name"
            maxLength={60}
            defaultValue={describeAgent(navigator.userAgent)}
            error={errors.name}
          />
          <PasswordInput
            label="Account password"
            name="password"
            autoComplete="current-password"
            error={errors.password}
          />
          <Button type="submit" className="justify-self-start">
            Add a passkey
          </Button>
        </form>
      ) : (
        <p className="text-sm text-soft">This browser makes no passkeys.</p>
      )}
    </div>
  );
}
