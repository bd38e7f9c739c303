import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { allCollections, collectionNamed } from '#admin/collections.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { FormBoxes } from '#admin/editor/fields/form-input.tsx';
import { formatDateTime, formatDay } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { useMay } from '#admin/may.tsx';
import { type RowData, Rows } from '#admin/parts/row.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { useNames } from '#admin/people/people.tsx';
import { useAction } from '#admin/use-action.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ROLE_WORDS } from '#modules/people/admin/role-words.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';

type Token = ResponseOf<'get', '/api/tokens'>[number];

const TOKENS = '/api/tokens';
const ROLES = (['viewer', 'editor', 'publisher'] as const).map((value) => ({
  value,
  label: ROLE_WORDS[value].name,
}));
const NAME_HELP = 'As the activity will name it';
const SCOPES = [
  { value: 'all', label: 'All content types' },
  { value: 'chosen', label: 'Chosen ones' },
];

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Tokens for programs: make, see when they were used, revoke. */
export function TokensScreen() {
  const isOwner = useMay('owner');
  const { data: tokens, frame } = useTabList(() => adminQuery(TOKENS));
  const nameOf = useNames();
  const row = (token: Token): RowData => {
    const { id, name, role, types, createdBy, expiresAt, usedAt, isActive } = token;
    const isOver = Date.parse(expiresAt) <= Date.now();
    return {
      key: id,
      title: name,
      marks: (
        <>
          <Badge>{ROLE_WORDS[role].name}</Badge>
          {!isActive && <Badge tone="danger">{isOver ? 'Ended' : 'Its owner is none now'}</Badge>}
        </>
      ),
      children: <p className="text-xs text-soft wrap-anywhere">{sayTypes(types)}</p>,
      facts: `by ${createdBy && nameOf(createdBy)}, until ${formatDay(lastMomentOf(expiresAt))}, ${usedAt ? `used ${formatDateTime(usedAt)}` : 'not used yet'}`,
      offers: [
        {
          label: 'Revoke',
          name: `Revoke ${name}`,
          variant: 'quiet',
          ask: {
            title: 'Revoke',
            text: `The next call with "${name}" is refused. What it wrote stays.`,
            action: 'Revoke',
            tone: 'danger',
          },
          work: () => adminSend('DELETE', '/api/tokens/{id}', { params: { id } }),
          done: `${name} is revoked`,
        },
      ],
    };
  };
  return (
    <TabFrame
      {...frame}
      title="Tokens"
      lead={
        <>
          A program reads and writes content with a token, under the token’s name. It reaches
          neither people nor settings, and ends with the owner who made it. The calls are at{' '}
          <a href="/api/docs" className="text-link">
            /api/docs
          </a>
          .
        </>
      }
      what="The tokens"
      empty="No token yet."
    >
      <Rows at={TOKENS} look="small" items={tokens} row={row} className="mb-8" />
      {isOwner && (
        <Panel title="Make a token" headingLevel="h3">
          <TokenForm />
        </Panel>
      )}
    </TabFrame>
  );
}

const sayTypes = (types: Token['types']) =>
  types === null
    ? 'all content types'
    : types.map((name) => collectionNamed(name)?.label.many ?? name).join(', ');

/** A token that ends at midnight has the day before as its last. */
const lastMomentOf = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1).toISOString();

/** Makes a token, which is shown once. */
function TokenForm() {
  const { reread } = useAction(TOKENS);
  const [made, setMade] = useState<ResponseOf<'POST', typeof TOKENS> | null>(null);
  const [scope, setScope] = useState('all');

  const make: Work = async (read, form) => {
    const role = ROLES.find(({ value }) => value === read('role'))?.value;
    if (!role) return;
    const types = scope === 'all' ? null : new FormData(form).getAll('types').map(String);
    const body = { name: read('name'), role, types, expiresAt: read('expiresAt') };
    setMade(await adminSend('POST', TOKENS, { body }));
    form.reset();
    setScope('all');
    await reread();
  };

  return (
    <>
      <SendForm
        action="Make the token"
        variant="primary"
        onSend={make}
        className="grid items-start gap-4 sm:grid-cols-2"
        fields={[
          { label: 'Name', name: 'name', maxLength: 60, autoComplete: 'off', help: NAME_HELP },
          { label: 'Role', name: 'role', defaultValue: 'viewer', options: ROLES },
          {
            label: 'Last day',
            type: 'date',
            name: 'expiresAt',
            defaultValue: inDays(90),
            min: inDays(0),
            max: inDays(365),
            help: 'A year from now at the latest',
          },
        ]}
      >
        <ChoiceInput label="Content types" value={scope} options={SCOPES} onChange={setScope} />
        {scope === 'chosen' && (
          <FormBoxes
            label="Chosen content types"
            name="types"
            className="sm:col-span-2"
            options={allCollections().map(({ name, label }) => ({
              value: name,
              label: label.many,
            }))}
          />
        )}
      </SendForm>
      {made && (
        <ShownOnce
          name="token"
          value={made.token}
          text={`The token of ${made.name} is shown only now. Keep it like a password.`}
        />
      )}
    </>
  );
}
