import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { messageOf, reasonOf } from '#admin/api/problems.ts';
import { Difference } from '#admin/diff/difference.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { May } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { editorHref } from '#admin/tabs.ts';
import { useAction } from '#admin/use-action.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { QueueEntry } from './queue-words.ts';

type WatchedQuote = ResponseOf<'get', '/api/quotes/{id}'>;

const DECIDE = '/api/quotes/{id}/decide';

type Decision = Body<'post', typeof DECIDE>;

interface Deciding {
  title: string;
  href: string;
  isBusy: boolean;
  decide: (body: Decision, done: string) => void;
}

/** The findings of the watch on a quote, and the decisions on it. */
export function QuoteDecision({ entry, id }: { entry: QueueEntry; id: number }) {
  const { title, kind, url, collection } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const { run, isBusy } = useAction('/api/upkeep');
  const decide = (body: Decision, done: string) =>
    void run(() => adminSend('POST', DECIDE, { params: { id }, body }), done, reasonOf);
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
              onClick={() => decide({ url }, `${title}: quoted from ${url} now`)}
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
              onClick={() => decide({ quote: candidate }, `${title}: quoted anew`)}
            />
          )}
          <RowButton
            label="Remove the quote"
            of={title}
            disabled={isBusy}
            onClick={() => decide({ quote: null }, `${title}: without a quote now`)}
          />
        </div>
        <OtherPage found={found} deciding={deciding} />
      </May>
    </div>
  );
}

/** It is still right: another page says so, in these or in other words. */
function OtherPage({ found, deciding }: { found: WatchedQuote; deciding: Deciding }) {
  const [url, setUrl] = useState(found.movedTo ?? '');
  const [quote, setQuote] = useState(found.quote);
  const { title, isBusy, decide } = deciding;
  return (
    <form
      aria-label={`Still right, on another page: ${title}`}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        decide({ url: url.trim(), quote: quote.trim() }, `${title}: quoted from another page`);
      }}
    >
      <TextInput
        label="Still right: address of another page that says it"
        type="url"
        value={url}
        onChange={setUrl}
      />
      <TextInput label="The words of that page" rows={3} value={quote} onChange={setQuote} />
      <Button
        type="submit"
        size="sm"
        disabled={isBusy || url.trim() === '' || quote.trim() === ''}
        className="justify-self-start"
      >
        Quote that page
      </Button>
    </form>
  );
}
