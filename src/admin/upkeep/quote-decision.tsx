import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf, messageOf, serverMessage } from '#admin/api/problems.ts';
import { Difference } from '#admin/diff/difference.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { May } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { QueueEntry } from './queue-words.ts';

type Decision = Body<'post', '/api/quotes/{id}/decide'>;
type WatchedQuote = ResponseOf<'get', '/api/quotes/{id}'>;

interface Deciding {
  title: string;
  href: string;
  isBusy: boolean;
  decide(body: Decision, done: string): void;
}

const useDecision = (id: number) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body }: { body: Decision; done: string }) =>
      adminSend('POST', '/api/quotes/{id}/decide', { params: { id }, body }),
    onSuccess: async (_, { done }) => {
      toastDone(done);
      await queryClient.invalidateQueries(readAt('/api/upkeep'));
      focusTab();
    },
    onError: (error) =>
      toastError(
        Object.values(fieldErrorsOf(error))[0] ?? serverMessage(error) ?? messageOf(error),
      ),
  });
  return { isBusy: isPending, decide: (body: Decision, done: string) => mutate({ body, done }) };
};

/** The findings of the watch on a quote, and the decisions on it. */
export function QuoteDecision({ entry, id }: { entry: QueueEntry; id: number }) {
  const { title, kind, url, collection } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const deciding = { title, href: editorHref(collection, entry.id), ...useDecision(id) };
  const { isBusy, decide } = deciding;
  return (
    <div className="basis-full">
      <div className="flex flex-wrap gap-2">
        <May least="publisher">
          {kind === 'moved-quote' && url && (
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Use this address: ${title}`}
              onClick={() => decide({ url }, `${title}: quoted from ${url} now`)}
            >
              Use this address
            </Button>
          )}
        </May>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-label={`Look at the quote: ${title}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Look at the quote
        </Button>
      </div>
      {isOpen && <Found id={id} deciding={deciding} />}
    </div>
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
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Take what the page says now: ${title}`}
              onClick={() => decide({ quote: candidate }, `${title}: quoted anew`)}
            >
              Take what the page says now
            </Button>
          )}
          <Button
            size="sm"
            disabled={isBusy}
            aria-label={`Remove the quote: ${title}`}
            onClick={() => decide({ quote: null }, `${title}: without a quote now`)}
          >
            Remove the quote
          </Button>
        </div>
        <OtherPage found={found} deciding={deciding} />
      </May>
    </div>
  );
}

/** It is still right: another page says so, in these or in other words. */
function OtherPage({ found, deciding }: { found: WatchedQuote; deciding: Deciding }) {
  const id = useId();
  const [url, setUrl] = useState(found.movedTo ?? '');
  const [quote, setQuote] = useState(found.quote);
  const { title, isBusy, decide } = deciding;
  const field = 'min-h-11 w-full border border-control bg-paper px-3 py-2 text-sm';
  const label = 'mb-1 block text-xs font-medium text-soft';
  return (
    <form
      aria-label={`Still right, on another page: ${title}`}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        decide({ url: url.trim(), quote: quote.trim() }, `${title}: quoted from another page`);
      }}
    >
      <div>
        <label htmlFor={`${id}-url`} className={label}>
          Still right: address of another page that says it
        </label>
        <input
          id={`${id}-url`}
          type="url"
          required
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          className={field}
        />
      </div>
      <div>
        <label htmlFor={`${id}-quote`} className={label}>
          The words of that page
        </label>
        <textarea
          id={`${id}-quote`}
          required
          rows={3}
          value={quote}
          onChange={(event) => setQuote(event.target.value)}
          className={field}
        />
      </div>
      <div>
        <Button type="submit" size="sm" disabled={isBusy}>
          Quote that page
        </Button>
      </div>
    </form>
  );
}
