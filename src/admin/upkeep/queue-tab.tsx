import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { typeNamed } from '#admin/collections.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { type RowProps, useRowKeys } from '#admin/keys/use-row-keys.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May, useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { Row, RowFacts, RowLink } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { editorHref } from '#admin/tabs.ts';
import { useAction } from '#admin/use-action.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
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
  const { goTo } = useAdminAddress();
  const { run } = useAction(PATH);
  const mayVerify = useMay('publisher');
  const { chosen: kind, choose } = useNarrowed(KINDS, 'kind');
  const { data, frame } = useTabList((part) => adminQuery(PATH, { kind, ...part }));
  const items = data?.items ?? [];

  const verify = async (entry: QueueEntry) => {
    if (!canVerify(entry)) return;
    await run(
      () => adminSend('POST', '/api/upkeep/verified', { body: verifiedBody(entry) }),
      `${entry.title}: verified today`,
      reasonOf,
    );
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
      {...frame}
      title="Upkeep"
      lead="What has grown old, has no source or leads nowhere; what is read most comes first."
      unit={['due', 'due']}
      empty="Nothing is due."
      tools={
        <>
          <ChoiceChips
            label="Show"
            options={[{ value: '', label: 'All' }, ...KINDS]}
            counts={data?.counts}
            chosen={kind ?? ''}
            onChoose={choose}
          />
          <KeyLine place="queue" />
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
  const label = kindOf(entry)?.label;
  return (
    <Row
      look="work"
      data-entry
      {...rowProps}
      aria-label={`${label}: ${title}`}
      className="aria-[current=true]:shadow-[-2px_0_var(--color-accent)] focus-visible:bg-sunken"
      title={title}
      marks={<Badge tone={/^dead-|^gone-/.test(kind) ? 'warn' : 'neutral'}>{label}</Badge>}
      actions={
        <>
          <May least="editor">
            <ButtonLink size="sm" href={editorHref(collection, id)} aria-label={`Edit ${title}`}>
              Edit
            </ButtonLink>
          </May>
          <May least="publisher">
            {canVerify(entry) && <RowButton label="Mark verified" of={title} onClick={onVerify} />}
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
        </>
      }
      footer={quoteId !== null && <QuoteDecision entry={entry} id={quoteId} />}
    >
      {detail !== label && <p className="mt-1 max-w-3xl break-words text-soft">{detail}</p>}
      {url && <RowLink href={url} />}
      <RowFacts>
        {typeNamed(collection)}, since {since.slice(0, 10)}, read{' '}
        {reads === 1 ? 'once' : `${reads} times`} in 30 days
      </RowFacts>
    </Row>
  );
}
