import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMe } from '#admin/me.ts';
import { useAction } from '#admin/use-action.ts';
import { hasRole } from '#platform/roles.ts';
import { Panel } from '#ui/panel.tsx';
import { InviteForm, OpenInvitations } from './invitations.tsx';
import { type Person, PersonRow } from './person-row.tsx';
import { ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';
import { SessionsDialog } from './sessions-dialog.tsx';
import { useScheduledQuestion } from './use-scheduled-question.tsx';

const USERS = '/api/users';

/** Users and their roles: invite, change the role, sign out, remove. */
export function UsersScreen() {
  const confirm = useConfirm();
  const askAboutScheduled = useScheduledQuestion();
  const me = useMe();
  const { data: people, error } = useQuery(fresh(adminQuery(USERS)));
  const [shown, setShown] = useState<Person | null>(null);
  const isOwner = me?.role === 'owner';
  const owners = people?.filter(({ role }) => role === 'owner').length ?? 0;

  const { run, reread } = useAction(USERS, SCHEDULE_PATH);

  const changeRole = async (person: Person, role: Person['role']) => {
    const ask = {
      title: 'Change the role',
      text: `${person.email} becomes ${ROLE_WORDS[role].name.toLowerCase()}: ${ROLE_WORDS[role].may}. Their sessions end, and they sign in again.`,
      action: 'Change the role',
    };
    const staysPublisher = hasRole({ role }, 'publisher');
    const settled = staysPublisher
      ? (await confirm(ask)) && {}
      : await askAboutScheduled(person.email, ask);
    if (!settled) return;
    const params = { id: person.id, ...settled };
    await run(
      () => adminSend('PATCH', '/api/users/{id}', { params, body: { role } }),
      `${person.email} is now ${ROLE_WORDS[role].name.toLowerCase()}`,
    );
  };
  const remove = async (person: Person) => {
    const settled = await askAboutScheduled(person.email, {
      title: 'Remove',
      text: `${person.email} is signed out everywhere and cannot sign in again. What they wrote stays.`,
      action: 'Remove',
      tone: 'danger',
    });
    if (!settled) return;
    const params = { id: person.id, ...settled };
    await run(
      () => adminSend('DELETE', '/api/users/{id}', { params }),
      `${person.email} is removed`,
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
            {...(isOwner
              ? {
                  onSessions: () => setShown(person),
                  // The last owner stays: somebody has to look after the people.
                  ...((person.role !== 'owner' || owners > 1) && {
                    onRole: (role: Person['role']) => void changeRole(person, role),
                    onRemove: () => void remove(person),
                  }),
                }
              : {})}
          />
        ))}
      </ul>
      {isOwner && (
        <div className="mt-8">
          <Panel title="Invite somebody" headingLevel="h3">
            <InviteForm onInvited={() => void reread()} />
            <OpenInvitations />
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
