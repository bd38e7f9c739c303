import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { collectionNamed } from '#admin/collections.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { formatDateTime, formatDay } from '#admin/format-date-time.ts';
import { useMay } from '#admin/may.tsx';
import { useNames } from '#admin/people/people.tsx';
import { toastDone, toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ROLE_WORDS } from '#modules/people/admin/role-words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Panel } from '#ui/panel.tsx';
import { TokenForm } from './token-form.tsx';

type Token = ResponseOf<'get', '/api/tokens'>[number];

const TOKENS = '/api/tokens';

/** Tokens for programs: make, see when they were used, revoke. */
export function TokensScreen() {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const isOwner = useMay('owner');
  const { data: tokens, error } = useQuery({ ...adminQuery(TOKENS), refetchOnMount: 'always' });
  const refresh = () => queryClient.invalidateQueries(readAt(TOKENS));

  const revoke = async ({ id, name }: Token) => {
    const isSure = await confirm({
      title: 'Revoke',
      text: `The next call with "${name}" is refused. What it wrote stays.`,
      action: 'Revoke',
      tone: 'danger',
    });
    if (!isSure) return;
    try {
      await adminSend('DELETE', '/api/tokens/{id}', { params: { id } });
      toastDone(`${name} is revoked`);
    } catch (failure) {
      toastError(messageOf(failure));
    }
    await refresh();
  };

  return (
    <section aria-labelledby={TAB_TITLE} className="grid gap-8">
      <header>
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          Tokens
        </h2>
        <p className="mt-2 max-w-measure text-sm text-soft">
          A program reads and writes content with a token, under the token’s name. It reaches
          neither people nor settings, and ends with the owner who made it. The calls are at{' '}
          <a href="/api/docs" className="text-link">
            /api/docs
          </a>
          .
        </p>
      </header>
      {error && <ErrorText>The tokens could not be loaded: {messageOf(error)}</ErrorText>}
      {tokens?.length === 0 && <EmptyState text="No token yet." />}
      <ul>
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => void revoke(token)} />
        ))}
      </ul>
      {isOwner && (
        <Panel title="Make a token" headingLevel="h3">
          <TokenForm onMade={() => void refresh()} />
        </Panel>
      )}
    </section>
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
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-60">
        <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold wrap-anywhere">
          {name}
          <Badge>{ROLE_WORDS[role].name}</Badge>
          {!isActive && <Badge tone="danger">{isOver ? 'Ended' : 'Its owner is none now'}</Badge>}
        </h3>
        <p className="text-xs text-soft wrap-anywhere">{sayTypes(types)}</p>
        <p className="text-xs text-faint wrap-anywhere">
          by {createdBy && nameOf(createdBy)}, until {formatDay(lastMomentOf(expiresAt))},{' '}
          {usedAt ? `used ${formatDateTime(usedAt)}` : 'not used yet'}
        </p>
      </div>
      <Button size="sm" variant="quiet" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
