import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { formatDateTime, formatDay } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ROLE_WORDS } from '#modules/people/admin/role-words.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { TokenForm } from './token-form.tsx';

type Token = ResponseOf<'get', '/api/tokens'>[number];

const TOKENS = '/api/tokens';

/** Tokens for programs: make, see when they were used, revoke. */
export function TokensScreen() {
  const confirm = useConfirm();
  const isOwner = useMay('owner');
  const { data: tokens, error } = useQuery(fresh(adminQuery(TOKENS)));
  const { run, reread } = useAction(TOKENS);

  const revoke = async ({ id, name }: Token) => {
    const isSure = await confirm({
      title: 'Revoke',
      text: `The next call with "${name}" is refused. What it wrote stays.`,
      action: 'Revoke',
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      () => adminSend('DELETE', '/api/tokens/{id}', { params: { id } }),
      `${name} is revoked`,
    );
  };

  return (
    <TabFrame
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
      error={error}
      count={tokens?.length}
      empty="No token yet."
    >
      <ul className="mb-8">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => void revoke(token)} />
        ))}
      </ul>
      {isOwner && (
        <Panel title="Make a token" headingLevel="h3">
          <TokenForm onMade={() => void reread()} />
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

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { name, role, types, createdBy, expiresAt, usedAt, isActive } = token;
  const isOver = Date.parse(expiresAt) <= Date.now();
  const nameOf = useNames();
  return (
    <Row
      look="small"
      title={name}
      marks={
        <>
          <Badge>{ROLE_WORDS[role].name}</Badge>
          {!isActive && <Badge tone="danger">{isOver ? 'Ended' : 'Its owner is none now'}</Badge>}
        </>
      }
      actions={
        <RowButton label="Revoke" name={`Revoke ${name}`} variant="quiet" onClick={onRevoke} />
      }
    >
      <p className="text-xs text-soft wrap-anywhere">{sayTypes(types)}</p>
      <RowFacts>
        by {createdBy && nameOf(createdBy)}, until {formatDay(lastMomentOf(expiresAt))},{' '}
        {usedAt ? `used ${formatDateTime(usedAt)}` : 'not used yet'}
      </RowFacts>
    </Row>
  );
}
