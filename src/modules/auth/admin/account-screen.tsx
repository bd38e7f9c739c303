import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, readAt } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { Rows } from '#admin/parts/row.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { PEOPLE_PATH } from '#admin/people/people.tsx';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { userQuery } from '#client/user-query.ts';
import { Panel } from '#ui/panel.tsx';
import { CURRENT_PASSWORD, FIRST_NAME, LAST_NAME, newPassword } from '../account-fields.ts';
import { hasPasskeys, isCancelled, makePasskey } from '../browser-passkeys.ts';
import { describeAgent } from './describe-agent.ts';
import { SecondFactor } from './second-factor.tsx';
import { OWN_SESSIONS, SessionList } from './session-list.tsx';

const PASSKEYS = '/api/account/passkeys';

/** Keys on one's own devices: add one, see when each was used, remove one. */
function Passkeys() {
  const { reread } = useAction(PASSKEYS);
  const { data: passkeys = [] } = useQuery(adminQuery(PASSKEYS));

  const add: Work = async (read, form) => {
    const body = { password: read('password') };
    const options = await adminSend('POST', `${PASSKEYS}/options`, { body });
    const response = await makePasskey(options);
    await adminSend('POST', PASSKEYS, { body: { name: read('name'), response } });
    form.reset();
    toastDone('The passkey is added');
    await reread();
  };
  const thisOne = describeAgent(navigator.userAgent);

  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">
        Sign in with a fingerprint, a face or the PIN of a device. A passkey counts as password and
        second factor.
      </p>
      <Rows
        at={PASSKEYS}
        look="small"
        items={passkeys}
        row={({ id, name, createdAt, usedAt }) => ({
          key: id,
          title: name,
          headingLevel: 'h4',
          facts: `${usedAt ? `Used ${formatDateTime(usedAt)}` : 'Never used'}, added ${formatDateTime(createdAt)}`,
          offers: [
            {
              label: 'Remove',
              name: `Remove the passkey ${name}`,
              work: () => adminSend('DELETE', `${PASSKEYS}/{id}`, { params: { id } }),
              done: 'The passkey is removed',
              failed: 'The passkey could not be removed',
            },
          ],
        })}
      />
      {hasPasskeys() ? (
        <SendForm
          action="Add a passkey"
          fields={[
            {
              label: 'Name of the new passkey',
              name: 'name',
              maxLength: 60,
              defaultValue: thisOne,
            },
            { label: 'Account password', ...CURRENT_PASSWORD },
          ]}
          onSend={add}
          sayFailure={(failure) =>
            isCancelled(failure) ? 'No passkey was made' : messageOf(failure)
          }
        />
      ) : (
        <p className="text-sm text-soft">This browser makes no passkeys.</p>
      )}
    </div>
  );
}

const ACCOUNT = '/api/account';

type Account = ResponseOf<'get', typeof ACCOUNT>;

/** One's own name, e-mail, password, passkeys, second factor and sessions. */
export function AccountScreen() {
  const { data: account } = useQuery(adminQuery(ACCOUNT));
  const { data: sessions = [] } = useQuery(fresh(adminQuery(OWN_SESSIONS)));
  const { run, reread } = useAction(ACCOUNT);
  const changeMail = (wantsMail: boolean) =>
    run(
      () => adminSend('PATCH', ACCOUNT, { body: { wantsMail } }),
      wantsMail ? 'E-mail about mentions is on' : 'E-mail about mentions is off',
      'E-mail about mentions could not be changed',
    );

  const sections = {
    Name: account && <NameForm account={account} />,
    'E-mail': account && (
      <FlagInput
        label="Send me an e-mail when somebody mentions me"
        help="Only if this site is set up to send mail."
        checked={account.wantsMail}
        onChange={(wants) => void changeMail(wants)}
      />
    ),
    ...(account?.hasPassword && {
      Password: <PasswordForm onDone={reread} />,
      Passkeys: <Passkeys />,
      'Second factor': <SecondFactor account={account} onChange={reread} />,
    }),
  };

  return (
    <TabFrame title="Your account" count={null}>
      <div className="grid max-w-2xl gap-8">
        {Object.entries(sections).map(
          ([title, part]) =>
            part && (
              <Panel key={title} title={title} headingLevel="h3">
                {part}
              </Panel>
            ),
        )}
        {account && !account.hasPassword && (
          <p className="text-sm text-soft">
            You sign in with the external provider, which keeps your password and its own second
            factor.
          </p>
        )}
        <Panel title="Sessions" headingLevel="h3">
          <SessionList sessions={sessions} areOwn />
        </Panel>
      </div>
    </TabFrame>
  );
}

/** One's own name, by which colleagues know whose work it is. */
function NameForm({ account: { firstName, lastName } }: { account: Account }) {
  const queryClient = useQueryClient();
  const change: Work = async (read) => {
    const body = { firstName: read('firstName'), lastName: read('lastName') };
    await adminSend('PATCH', ACCOUNT, { body });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
      queryClient.invalidateQueries(readAt(PEOPLE_PATH)),
    ]);
    toastDone('Your name is changed.');
  };
  return (
    <SendForm
      action="Change name"
      fields={[
        { ...FIRST_NAME, defaultValue: firstName ?? '' },
        { ...LAST_NAME, defaultValue: lastName ?? '' },
      ]}
      onSend={change}
    />
  );
}

/** One's own password; a change ends all other sessions. */
function PasswordForm({ onDone }: { onDone: () => Promise<unknown> }) {
  const change: Work = async (read, form) => {
    const body = { current: read('current'), password: read('password') };
    await adminSend('POST', '/api/account/password', { body });
    form.reset();
    toastDone('Your password is changed. Every other session has ended.');
    await onDone();
  };
  return (
    <SendForm
      action="Change password"
      fields={[
        { label: 'Current password', ...CURRENT_PASSWORD, name: 'current' },
        newPassword('New password', 'Every other session ends.'),
      ]}
      onSend={change}
    />
  );
}
