import { useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { messageOf, reasonOf } from '#admin/api/problems.ts';
import { typeNamed } from '#admin/collections.ts';
import { Difference } from '#admin/diff/difference.tsx';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { useRowKeys } from '#admin/keys/use-row-keys.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { ALL, useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May, useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { type RowData, RowLink, Rows } from '#admin/parts/row.tsx';
import { ActionButton } from '#admin/parts/row-actions.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { editorHref } from '#admin/tabs.ts';
import { useAction } from '#admin/use-action.ts';
import type { Body } from '#client/api-calls.ts';
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

const PATH = '/api/upkeep';
const DECIDE = '/api/quotes/{id}/decide';

type Decision = Body<'post', typeof DECIDE>;

/** A decision on a quote, and the words for it. */
const decideOn = (id: number, body: Decision, done: string) => ({
  work: () => adminSend('POST', DECIDE, { params: { id }, body }),
  done,
  failed: reasonOf,
});

/** The findings of the watch on a quote, and the decisions on it. */
function Found({
  entry: { title, collection, id: itemId },
  id,
}: {
  entry: QueueEntry;
  id: number;
}) {
  const { data: found, error } = useQuery(adminQuery('/api/quotes/{id}', { id }));
  const { run } = useAction(PATH);
  if (error) return <p className="mt-3 text-danger">{messageOf(error)}</p>;
  if (!found) return <p className="mt-3 text-faint">Loading…</p>;
  const { quote, candidate, isOther, before, after } = found;
  const quoteFrom = (read: (name: string) => string) => {
    const body = { url: read('url').trim(), quote: read('quote').trim() };
    const { work, done, failed } = decideOn(id, body, `${title}: quoted from another page`);
    return run(work, done, failed);
  };
  return (
    <div className="mt-3 grid max-w-3xl gap-3">
      <blockquote className="border-l-2 border-rule pl-3">{quote}</blockquote>
      {candidate && (
        <div>
          <h4 className="font-sans text-xs font-medium text-soft">What the page says there now</h4>
          <Difference before={quote} after={candidate} />
        </div>
      )}
      {before !== null && after !== null && (
        <details>
          <summary className="min-h-9 cursor-pointer py-1.5 text-xs font-medium">
            What changed on the page
          </summary>
          <Difference before={before} after={after} />
        </details>
      )}
      <May least="publisher">
        <div className="flex flex-wrap gap-2">
          {isOther && (
            <ButtonLink size="sm" href={editorHref(collection, itemId)}>
              Edit: the page says something else now
            </ButtonLink>
          )}
          {candidate && !isOther && (
            <ActionButton
              label="Take what the page says now"
              of={title}
              at={PATH}
              {...decideOn(id, { quote: candidate }, `${title}: quoted anew`)}
            />
          )}
          <ActionButton
            label="Remove the quote"
            of={title}
            at={PATH}
            {...decideOn(id, { quote: null }, `${title}: without a quote now`)}
          />
        </div>
        <SendForm
          aria-label={`Still right, on another page: ${title}`}
          className="grid gap-3"
          action="Quote that page"
          onSend={quoteFrom}
          fields={[
            {
              label: 'Still right: address of another page that says it',
              name: 'url',
              type: 'url',
              defaultValue: found.movedTo ?? '',
            },
            { label: 'The words of that page', name: 'quote', rows: 3, defaultValue: quote },
          ]}
        />
      </May>
    </div>
  );
}

const keyOf = ({ kind, collection, id, part, url }: QueueEntry) =>
  `${kind}/${collection}/${id}/${part}/${url}`;

/** The items to check next, row by row. */
export function QueueTab() {
  const { goTo } = useAdminAddress();
  const { run } = useAction(PATH);
  const mayVerify = useMay('publisher');
  const { chosen: kind, chips } = useNarrowed([ALL, ...KINDS], 'kind');
  const { data, frame } = useTabList((part) =>
    adminQuery(PATH, { kind: kind || undefined, ...part }),
  );
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
  const { list, rowProps } = useRowKeys<HTMLUListElement>({
    rows: items.map(keyOf),
    actions: {
      e: on(({ collection, id }) => goTo(editorHref(collection, id))),
      ...(mayVerify && { v: on(verify) }),
    },
  });

  /** One due check: its item, its reason, its age and its actions. */
  const row = (entry: QueueEntry): RowData => {
    const { title, detail, url, since, reads, collection, id, kind } = entry;
    const quoteId = quoteIdOf(entry);
    const label = kindOf(entry)?.label;
    return {
      ...rowProps(keyOf(entry)),
      key: keyOf(entry),
      'data-entry': '',
      'aria-label': `${label}: ${title}`,
      className: 'aria-[current=true]:shadow-[-2px_0_var(--color-accent)] focus-visible:bg-sunken',
      title,
      marks: <Badge tone={/^dead-|^gone-/.test(kind) ? 'warn' : 'neutral'}>{label}</Badge>,
      offers: [
        {
          label: 'Edit',
          name: `Edit ${title}`,
          least: 'editor',
          href: editorHref(collection, id),
        },
        canVerify(entry) && {
          label: 'Mark verified',
          least: 'publisher',
          onClick: () => void verify(entry),
        },
        kind === 'dead-link' &&
          url !== null && {
            label: 'Replace address',
            name: `Replace ${url}`,
            least: 'publisher',
            href: adminHref('link-checks', '', { q: url }),
          },
        kind === 'moved-quote' &&
          quoteId !== null &&
          url !== null && {
            label: 'Use this address',
            least: 'publisher',
            ...decideOn(quoteId, { url }, `${title}: quoted from ${url} now`),
          },
        quoteId !== null && {
          label: 'Look at the quote',
          opens: () => <Found entry={entry} id={quoteId} />,
        },
      ],
      children: (
        <>
          {detail !== label && <p className="mt-1 max-w-3xl break-words text-soft">{detail}</p>}
          {url && <RowLink href={url} />}
        </>
      ),
      facts: `${typeNamed(collection)}, since ${since.slice(0, 10)}, read ${reads === 1 ? 'once' : `${reads} times`} in 30 days`,
    };
  };

  return (
    <TabFrame
      {...frame}
      title="Upkeep"
      lead="What has grown old, has no source or leads nowhere; what is read most comes first."
      unit={['due', 'due']}
      empty="Nothing is due."
      tools={
        <>
          <ChoiceChips {...chips} counts={data?.counts} />
          <KeyLine place="queue" />
        </>
      }
    >
      <Rows ref={list} look="work" at={PATH} items={items} row={row} className="mt-2" />
    </TabFrame>
  );
}
