import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMe } from '#admin/me.ts';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import type { Colleague } from '#admin/people/people.tsx';
import { useAction } from '#admin/use-action.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { SessionList } from '#modules/auth/admin/session-list.tsx';
import { hasRole, type Role } from '#platform/roles.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Panel } from '#ui/panel.tsx';
import { PersonRow } from './person-row.tsx';
import { isRole, ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';
import { useScheduledQuestion } from './use-scheduled-question.tsx';

const INVITATIONS = '/api/users/invitations';

/** Makes a link that is shown once, by which its holder sets a password and is in; and lists those that are open. */
function Invitations({ onInvited }: { onInvited: () => Promise<unknown> }) {
  const [invited, setInvited] = useState<ResponseOf<'POST', typeof INVITATIONS> | null>(null);
  const { data: open = [] } = useQuery(fresh(adminQuery(INVITATIONS)));
  const { run } = useAction('/api/users');
  const invite: Work = async (read, form) => {
    const role = read('role');
    if (!isRole(role)) return;
    setInvited(await adminSend('POST', INVITATIONS, { body: { email: read('email'), role } }));
    form.reset();
    await onInvited();
  };
  const withdraw = (id: number, email: string) =>
    run(
      () => adminSend('DELETE', '/api/invitations/{id}', { params: { id } }),
      `The invitation of ${email} is withdrawn`,
    );

  return (
    <>
      <SendForm
        action="Invite"
        variant="primary"
        onSend={invite}
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto_auto]"
        fields={[
          { label: 'Email', type: 'email', name: 'email', autoComplete: 'off' },
          { label: 'Role', name: 'role', defaultValue: 'editor', options: ROLE_OPTIONS },
        ]}
      />
      {invited && (
        <ShownOnce
          name="link"
          value={invited.link}
          text={`${invited.isSent ? `The invitation was sent to ${invited.email}.` : `Send this link to ${invited.email} yourself.`} It works once, for seven days, and is shown only now.`}
        />
      )}
      {open.length > 0 && (
        <>
          <h4 className="mt-6 mb-2 font-sans text-xs font-semibold text-soft">Open invitations</h4>
          <ul>
            {open.map(({ id, email, role, expiresAt }) => (
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
      )}
    </>
  );
}

const USERS = '/api/users';
const USER = '/api/users/{id}';

/** Users and their roles: invite, change the role, sign out, remove. */
export function UsersScreen() {
  const confirm = useConfirm();
  const askAboutScheduled = useScheduledQuestion();
  const me = useMe();
  const { data: people, error } = useQuery(fresh(adminQuery(USERS)));
  const [shown, setShown] = useState<Colleague | null>(null);
  const { run, reread } = useAction(USERS, SCHEDULE_PATH);
  const isOwner = me?.role === 'owner';
  const owners = people?.filter(({ role }) => role === 'owner').length ?? 0;
  // The last owner stays: somebody has to look after the people.
  const mayGo = ({ role }: Colleague) => isOwner && (role !== 'owner' || owners > 1);

  const changeRole = async ({ id, email }: Colleague, role: Role) => {
    const { name, may } = ROLE_WORDS[role];
    const ask = {
      title: 'Change the role',
      text: `${email} becomes ${name.toLowerCase()}: ${may}. Their sessions end, and they sign in again.`,
      action: 'Change the role',
    };
    const staysPublisher = hasRole({ role }, 'publisher');
    const settled = staysPublisher
      ? (await confirm(ask)) && {}
      : await askAboutScheduled(email, ask);
    if (!settled) return;
    await run(
      () => adminSend('PATCH', USER, { params: { id, ...settled }, body: { role } }),
      `${email} is now ${name.toLowerCase()}`,
    );
  };
  const remove = async ({ id, email }: Colleague) => {
    const settled = await askAboutScheduled(email, {
      title: 'Remove',
      text: `${email} is signed out everywhere and cannot sign in again. What they wrote stays.`,
      action: 'Remove',
      tone: 'danger',
    });
    if (!settled) return;
    await run(
      () => adminSend('DELETE', USER, { params: { id, ...settled } }),
      `${email} is removed`,
    );
  };

  return (
    <TabFrame
      title="Users"
      what="The users"
      error={error}
      count={people?.length}
      tools={
        <dl className="mb-8 grid gap-x-8 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          {ROLE_OPTIONS.map(({ value, label }) => (
            <div key={value} className="contents">
              <dt className="font-medium">{label}</dt>
              <dd className="text-soft">{ROLE_WORDS[value].may}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <ul>
        {people?.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isMe={person.id === me?.id}
            {...(isOwner && { onSessions: () => setShown(person) })}
            {...(mayGo(person) && {
              onRole: (role: Role) => void changeRole(person, role),
              onRemove: () => void remove(person),
            })}
          />
        ))}
      </ul>
      {isOwner && (
        <div className="mt-8">
          <Panel title="Invite somebody" headingLevel="h3">
            <Invitations onInvited={reread} />
          </Panel>
        </div>
      )}
      {shown && (
        <SessionsDialog
          person={shown}
          isMe={shown.id === me?.id}
          onClose={() => setShown(null)}
          run={run}
        />
      )}
    </TabFrame>
  );
}

interface SessionsDialogProps {
  person: Colleague;
  isMe: boolean;
  onClose: () => void;
  run: ReturnType<typeof useAction>['run'];
}

/** Where a colleague is signed in; an owner may end all of it, and help out of a lost second factor. */
function SessionsDialog({ person, isMe, onClose, run }: SessionsDialogProps) {
  const { id, email, hasSecondFactor } = person;
  const params = { id };
  const { data } = useQuery(fresh(adminQuery('/api/users/{id}/sessions', params)));
  const endAll = () =>
    run(
      () => adminSend('DELETE', '/api/users/{id}/sessions', { params }),
      `${email} is signed out everywhere`,
    );
  const dropFactor = async () => {
    await run(
      () => adminSend('DELETE', '/api/users/{id}/totp', { params }),
      `The second factor of ${email} is off`,
    );
    onClose();
  };
  return (
    <DialogFrame title={`Sessions of ${email}`} size="medium" onClose={onClose}>
      {data?.length === 0 && <EmptyState text="Signed in nowhere." />}
      {data && <SessionList sessions={data} headingLevel="h3" />}
      <div className="mt-5 flex flex-wrap gap-3">
        {data && data.length > 0 && <Button onClick={() => void endAll()}>End all sessions</Button>}
        {/* One's own takes a code, under Account. */}
        {hasSecondFactor && !isMe && (
          <Button variant="quiet" onClick={() => void dropFactor()}>
            Switch the second factor off
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}
