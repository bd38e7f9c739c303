import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { messageOf, reasonOf } from '#admin/api/problems.ts';
import { typeNamed } from '#admin/collections.ts';
import { Difference } from '#admin/diff/difference.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { type RowProps, useRowKeys } from '#admin/keys/use-row-keys.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May, useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { Row, RowFacts, RowLink } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
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

const DECIDE = '/api/quotes/{id}/decide';

type Decision = Body<'post', typeof DECIDE>;

interface Deciding {
  title: string;
  href: string;
  isBusy: boolean;
  decide: (body: Decision, done: string) => Promise<boolean>;
}

/** The findings of the watch on a quote, and the decisions on it. */
function QuoteDecision({ entry, id }: { entry: QueueEntry; id: number }) {
  const { title, kind, url, collection } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const { run, isBusy } = useAction('/api/upkeep');
  const decide = (body: Decision, done: string) =>
    run(() => adminSend('POST', DECIDE, { params: { id }, body }), done, reasonOf);
  const deciding = { title, href: editorHref(collection, entry.id), isBusy, decide };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <May least="publisher">
          {kind === 'moved-quote' && url && (
            <RowButton
              label="Use this address"
              of={title}
              disabled={isBusy}
              onClick={() => void decide({ url }, `${title}: quoted from ${url} now`)}
            />
          )}
        </May>
        <RowButton
          label="Look at the quote"
          of={title}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && <Found id={id} deciding={deciding} />}
    </>
  );
}

function Found({ id, deciding }: { id: number; deciding: Deciding }) {
  const { data: found, error } = useQuery(adminQuery('/api/quotes/{id}', { id }));
  if (error) return <p className="mt-3 text-danger">{messageOf(error)}</p>;
  if (!found) return <p className="mt-3 text-faint">Loading…</p>;
  const { quote, candidate, isOther, before, after } = found;
  const { title, href, isBusy, decide } = deciding;
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
            <ButtonLink size="sm" href={href}>
              Edit: the page says something else now
            </ButtonLink>
          )}
          {candidate && !isOther && (
            <RowButton
              label="Take what the page says now"
              of={title}
              disabled={isBusy}
              onClick={() => void decide({ quote: candidate }, `${title}: quoted anew`)}
            />
          )}
          <RowButton
            label="Remove the quote"
            of={title}
            disabled={isBusy}
            onClick={() => void decide({ quote: null }, `${title}: without a quote now`)}
          />
        </div>
        <SendForm
          aria-label={`Still right, on another page: ${title}`}
          className="grid gap-3"
          action="Quote that page"
          onSend={(read) =>
            decide(
              { url: read('url').trim(), quote: read('quote').trim() },
              `${title}: quoted from another page`,
            )
          }
        >
          <FormInput
            label="Still right: address of another page that says it"
            name="url"
            type="url"
            defaultValue={found.movedTo ?? ''}
          />
          <FormInput
            label="The words of that page"
            name="quote"
            rows={3}
            defaultValue={found.quote}
          />
        </SendForm>
      </May>
    </div>
  );
}

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
