import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { toastDone, toastOutcome } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { Button } from '#ui/button.tsx';
import { hasPasskeys, isCancelled, makePasskey } from '../browser-passkeys.ts';
import { describeAgent } from './describe-agent.ts';
import { PasswordInput } from './password-input.tsx';

const PASSKEYS = '/api/account/passkeys';

/** Keys on one's own devices: add one, see when each was used, remove one. */
export function Passkeys() {
  const queryClient = useQueryClient();
  const { data: passkeys = [] } = useQuery(adminQuery(PASSKEYS));
  const { errors, send } = useFormSend((failure) =>
    isCancelled(failure) ? 'No passkey was made' : messageOf(failure),
  );
  const refresh = () => queryClient.invalidateQueries(readAt(PASSKEYS));

  const add = send(async (read, form) => {
    const body = { password: read('password') };
    const options = await adminSend('POST', `${PASSKEYS}/options`, { body });
    const response = await makePasskey(options);
    await adminSend('POST', PASSKEYS, { body: { name: read('name'), response } });
    form.reset();
    toastDone('The passkey is added');
  });

  const remove = async (id: number) => {
    await toastOutcome(
      () => adminSend('DELETE', `${PASSKEYS}/{id}`, { params: { id } }),
      'The passkey is removed',
      'The passkey could not be removed',
    );
    await refresh();
  };

  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">
        Sign in with a fingerprint, a face or the PIN of a device. A passkey counts as password and
        second factor.
      </p>
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map(({ id, name, createdAt, usedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3"
            >
              <div className="min-w-0 flex-1 basis-60">
                <p className="text-sm font-medium wrap-anywhere">{name}</p>
                <p className="text-xs text-faint">
                  {usedAt ? `Used ${formatDateTime(usedAt)}` : 'Never used'}, added{' '}
                  {formatDateTime(createdAt)}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Remove the passkey ${name}`}
                onClick={() => void remove(id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <form
          noValidate
          onSubmit={(event) => void add(event).then(refresh)}
          className="grid max-w-md gap-4"
        >
          <FieldFrame label="Name of the new passkey" error={errors.name}>
            {(ids) => (
              <input
                {...ids}
                name="name"
                maxLength={60}
                defaultValue={describeAgent(navigator.userAgent)}
                className="field"
              />
            )}
          </FieldFrame>
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
