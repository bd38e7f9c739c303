import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, readAt } from '#admin/api/admin-queries.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { toastOutcome } from '#admin/toast.ts';
import { Panel } from '#ui/panel.tsx';
import { DigestSwitch, NameForm, PasswordForm } from './account-forms.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

const ACCOUNT = '/api/account';

/** One's own name, letters, password, passkeys, second factor and sessions. */
export function AccountScreen() {
  const queryClient = useQueryClient();
  const { data: account } = useQuery(adminQuery(ACCOUNT));
  const { data: sessions = [] } = useQuery(fresh(adminQuery(`${ACCOUNT}/sessions`)));
  const refresh = () => queryClient.invalidateQueries(readAt(ACCOUNT));

  const end = async ({ id }: { id: number }) => {
    await toastOutcome(
      () => adminSend('DELETE', '/api/account/sessions/{id}', { params: { id } }),
      'The session has ended',
      'The session could not be ended',
    );
    await refresh();
  };

  return (
    <section aria-labelledby={TAB_TITLE} className="grid max-w-2xl gap-8">
      <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
        Your account
      </h2>
      {account && (
        <>
          <Panel title="Name" headingLevel="h3">
            <NameForm account={account} />
          </Panel>
          <Panel title="Letters" headingLevel="h3">
            <DigestSwitch account={account} onChange={() => void refresh()} />
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
            <PasswordForm onDone={() => void refresh()} />
          </Panel>
          <Panel title="Passkeys" headingLevel="h3">
            <Passkeys />
          </Panel>
          <Panel title="Second factor" headingLevel="h3">
            <SecondFactor account={account} onChange={() => void refresh()} />
          </Panel>
        </>
      )}
      <Panel title="Sessions" headingLevel="h3">
        <SessionList sessions={sessions} onEnd={(session) => void end(session)} />
      </Panel>
    </section>
  );
}
