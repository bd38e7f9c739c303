import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { collectionNamed } from '#admin/collections.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { type RowProps, useRowKeys } from '#admin/keys/use-row-keys.ts';
import { pageOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame, TabPages } from '#admin/list/tab-frame.tsx';
import { May, useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastOutcome } from '#admin/toast.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import {
  canVerify,
  KINDS,
  kindOf,
  type QueueEntry,
  quoteIdOf,
  verifiedBody,
} from './queue-words.ts';
import { QuoteDecision } from './quote-decision.tsx';

const PATH = '/api/upkeep';

const keyOf = ({ kind, collection, id, part, url }: QueueEntry) =>
  `${kind}/${collection}/${id}/${part}/${url}`;

/** The items to check next, row by row. */
export function QueueTab() {
  const { search, changeSearch, goTo } = useAdminAddress();
  const queryClient = useQueryClient();
  const mayVerify = useMay('publisher');
  const kind = KINDS.find(({ value }) => value === search.kind)?.value;
  const query = { kind, ...partOf(pageOf(search)) };
  const { data, error } = useQuery({
    ...adminQuery(PATH, query),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const items = data?.items ?? [];

  const verify = async (entry: QueueEntry) => {
    if (!canVerify(entry)) return;
    const isDone = await toastOutcome(
      () => adminSend('POST', '/api/upkeep/verified', { body: verifiedBody(entry) }),
      `${entry.title}: verified today`,
      (failure) => serverMessage(failure) ?? messageOf(failure),
    );
    if (isDone) await queryClient.invalidateQueries(readAt(PATH));
  };

  const on = (work: (entry: QueueEntry) => unknown) => (row: string) => {
    const entry = items.find((one) => keyOf(one) === row);
    if (entry) void work(entry);
  };
  const { list, rowProps } = useRowKeys<HTMLOListElement>({
    rows: items.map(keyOf),
    actions: {
      e: on(({ collection, id }) => goTo(editorHref(collection, id))),
      ...(mayVerify && { v: on(verify) }),
    },
  });

  return (
    <TabFrame
      title="Upkeep"
      lead="What has grown old, has no source or leads nowhere; what is read most comes first."
      error={error}
      count={data?.items.length}
      empty="Nothing is due."
      tools={
        <>
          <ChoiceChips
            label="Show"
            options={[
              { value: '', label: 'All' },
              ...KINDS.map((one) => ({ ...one, count: data?.counts[one.value] ?? 0 })),
            ]}
            chosen={kind ?? ''}
            onChoose={(value) => void changeSearch({ page: '', kind: value }, 'upkeep')}
          />
          <KeyLine place="queue" />
          <div className="mt-2 text-xs text-faint">
            <LiveCount>{data ? `${data.total} due` : ''}</LiveCount>
          </div>
        </>
      }
    >
      <ol ref={list} className="mt-2">
        {items.map((entry) => (
          <QueueRow
            key={keyOf(entry)}
            entry={entry}
            rowProps={rowProps(keyOf(entry))}
            onVerify={() => void verify(entry)}
          />
        ))}
      </ol>
      <TabPages tab="upkeep" total={data?.total} />
    </TabFrame>
  );
}

interface QueueRowProps {
  entry: QueueEntry;
  rowProps: RowProps;
  onVerify: () => void;
}

/** One due check: its item, its reason, its age and its actions. */
function QueueRow({ entry, rowProps, onVerify }: QueueRowProps) {
  const { title, detail, url, since, reads, collection, id, kind } = entry;
  const quoteId = quoteIdOf(entry);
  const type = collectionNamed(collection)?.label.one ?? collection;
  return (
    <li
      data-entry
      {...rowProps}
      aria-label={`${kindOf(entry)?.label}: ${title}`}
      className="aria-[current=true]:shadow-[-2px_0_var(--color-accent)] flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line py-4 text-sm focus-visible:bg-sunken"
    >
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-sans font-semibold break-words">{title}</h3>
          <Badge tone={/^dead-|^gone-/.test(kind) ? 'warn' : 'neutral'}>
            {kindOf(entry)?.label}
          </Badge>
        </div>
        {detail !== kindOf(entry)?.label && (
          <p className="mt-1 max-w-3xl break-words text-soft">{detail}</p>
        )}
        {url && (
          <p className="mt-1 break-all">
            <ExternalLink href={url}>{url}</ExternalLink>
          </p>
        )}
        <p className="mt-1 text-xs text-faint">
          {type}, since {since.slice(0, 10)}, read {reads === 1 ? 'once' : `${reads} times`} in 30
          days
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <May least="editor">
          <ButtonLink size="sm" href={editorHref(collection, id)} aria-label={`Edit ${title}`}>
            Edit
          </ButtonLink>
        </May>
        <May least="publisher">
          {canVerify(entry) && (
            <Button size="sm" aria-label={`Mark verified: ${title}`} onClick={onVerify}>
              Mark verified
            </Button>
          )}
          {kind === 'dead-link' && url && (
            <ButtonLink
              size="sm"
              href={adminHref('link-checks', '', { q: url })}
              aria-label={`Replace ${url}`}
            >
              Replace address
            </ButtonLink>
          )}
        </May>
      </div>
      {quoteId !== null && <QuoteDecision entry={entry} id={quoteId} />}
    </li>
  );
}
