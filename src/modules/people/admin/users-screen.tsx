import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh, SCHEDULE_PATH } from '#admin/api/admin-queries.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { useMe } from '#admin/me.ts';
import { Rows } from '#admin/parts/row.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import type { Colleague } from '#admin/people/people.tsx';
import { useAction } from '#admin/use-action.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { hasRole, type Role } from '#platform/roles.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { PersonRow } from './person-row.tsx';
import { isRole, ROLE_OPTIONS, ROLE_WORDS } from './role-words.ts';

const USERS = '/api/users';
const USER = '/api/users/{id}';
const INVITATIONS = '/api/users/invitations';

type Invited = ResponseOf<'POST', typeof INVITATIONS>;

/** Makes a link that is shown once, by which its holder sets a password and is in; and lists those that are open. */
function Invitations() {
  const [made, setMade] = useState<readonly Invited[]>([]);
  const { data: open = [] } = useQuery(fresh(adminQuery(INVITATIONS)));
  const { reread } = useAction(INVITATIONS);
  const make = async (body: Body<'POST', typeof INVITATIONS>) => {
    const invited = await adminSend('POST', INVITATIONS, { body });
    // An earlier link of the same person opens nothing any more.
    setMade((before) => [...before.filter(({ email }) => email !== invited.email), invited]);
  };
  const invite: Work = async (read, form) => {
    const role = read('role');
    if (!isRole(role)) return;
    await make({ email: read('email'), role });
    form.reset();
    await reread();
  };
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
      {made.map((invited) => (
        <ShownOnce
          key={invited.link}
          name="link"
          value={invited.link}
          text={`${invited.isSent ? `The invitation is on its way to ${invited.email}.` : `Send this link to ${invited.email} yourself.`} It works once, for seven days, and is shown only now.`}
        />
      ))}
      {open.length > 0 && (
        <h4 className="mt-6 mb-2 font-sans text-xs font-semibold text-soft">Open invitations</h4>
      )}
      <Rows
        at={INVITATIONS}
        look="small"
        items={open}
        row={({ id, email, role, expiresAt }) => ({
          key: id,
          title: email,
          headingLevel: 'h4',
          marks: <Badge>{ROLE_WORDS[role].name}</Badge>,
          facts: `until ${formatDateTime(expiresAt)}`,
          offers: [
            {
              label: 'New link',
              name: `New link for ${email}`,
              work: () => make({ email, role }),
              done: `There is a new link for ${email}. The earlier one is not valid any more`,
            },
            {
              label: 'Withdraw',
              name: `Withdraw the invitation of ${email}`,
              work: () => adminSend('DELETE', '/api/invitations/{id}', { params: { id } }),
              done: `The invitation of ${email} is withdrawn`,
            },
          ],
        })}
      />
    </>
  );
}

/** Users and their roles: invite, change the role, sign out, remove. */
export function UsersScreen() {
  const me = useMe();
  const { data: people, frame } = useTabList(() => adminQuery(USERS));
  const { runIfSure } = useAction(USERS, SCHEDULE_PATH);
  const isOwner = me?.role === 'owner';
  const owners = people?.filter(({ role }) => role === 'owner').length ?? 0;

  /** Of one's own entries nobody takes over. */
  const sayScheduled = (email: string) =>
    email === me?.email
      ? 'What you scheduled is not published.'
      : 'What they scheduled is published at the same time, in your name.';

  const changeRole = ({ id, email }: Colleague, role: Role) => {
    const { name, may } = ROLE_WORDS[role];
    const scheduled = hasRole({ role }, 'publisher') ? '' : ` ${sayScheduled(email)}`;
    const question = {
      title: 'Change the role',
      text: `${email} becomes ${name.toLowerCase()}: ${may}. Their sessions end, and they sign in again.${scheduled}`,
      action: 'Change the role',
    };
    return runIfSure(
      question,
      () => adminSend('PATCH', USER, { params: { id }, body: { role } }),
      `${email} is now ${name.toLowerCase()}`,
    );
  };
  const remove = ({ id, email }: Colleague) => {
    const question = {
      title: 'Remove',
      text: `${email} is signed out everywhere and cannot sign in again. What they wrote stays. ${sayScheduled(email)}`,
      action: 'Remove',
      tone: 'danger',
    } as const;
    return runIfSure(
      question,
      () => adminSend('DELETE', USER, { params: { id } }),
      `${email} is removed`,
    );
  };

  return (
    <TabFrame
      {...frame}
      title="Users"
      what="The users"
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
            isOwner={isOwner}
            // The last owner stays: somebody has to look after the people.
            {...(isOwner &&
              (person.role !== 'owner' || owners > 1) && {
                onRole: (role: Role) => void changeRole(person, role),
                onRemove: () => void remove(person),
              })}
          />
        ))}
      </ul>
      {isOwner && (
        <div className="mt-8">
          <Panel title="Invite somebody" headingLevel="h3">
            <Invitations />
          </Panel>
        </div>
      )}
    </TabFrame>
  );
}
