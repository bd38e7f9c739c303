import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useAction } from '#admin/use-action.ts';
import { Panel } from '#ui/panel.tsx';
import { DigestSwitch, NameForm, PasswordForm } from './account-forms.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

const ACCOUNT = '/api/account';

/** One's own name, letters, password, passkeys, second factor and sessions. */
export function AccountScreen() {
  const { data: account } = useQuery(adminQuery(ACCOUNT));
  const { data: sessions = [] } = useQuery(fresh(adminQuery(`${ACCOUNT}/sessions`)));
  const { run, reread } = useAction(ACCOUNT);
  const end = ({ id }: { id: number }) =>
    void run(
      () => adminSend('DELETE', '/api/account/sessions/{id}', { params: { id } }),
      'The session has ended',
      'The session could not be ended',
    );

  return (
    <TabFrame title="Your account" count={null}>
      <div className="grid max-w-2xl gap-8">
        {account && (
          <>
            <Panel title="Name" headingLevel="h3">
              <NameForm account={account} />
            </Panel>
            <Panel title="Letters" headingLevel="h3">
              <DigestSwitch account={account} />
            </Panel>
          </>
        )}
        {account && !account.hasPassword && (
          <p className="text-sm text-soft">
            You sign in with the external provider, which keeps your password and its own second
            factor.
          </p>
        )}
        {account?.hasPassword && (
          <>
            <Panel title="Password" headingLevel="h3">
              <PasswordForm onDone={() => void reread()} />
            </Panel>
            <Panel title="Passkeys" headingLevel="h3">
              <Passkeys />
            </Panel>
            <Panel title="Second factor" headingLevel="h3">
              <SecondFactor account={account} onChange={() => void reread()} />
            </Panel>
          </>
        )}
        <Panel title="Sessions" headingLevel="h3">
          <SessionList sessions={sessions} onEnd={end} />
        </Panel>
      </div>
    </TabFrame>
  );
}
