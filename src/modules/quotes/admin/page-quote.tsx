import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import type { RowTool } from '#admin/editor/fields/row-tools.ts';
import { findOnPage } from '#modules/page-text/find-quote.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageWords } from './page-words.tsx';

const NOT_READ = { isPending: false, error: null, data: undefined };

interface PageQuoteProps {
  /** The address of the page. */
  url: string;
  quote: string;
  onQuote: (quote: string) => void;
}

/** Reads a page and shows its text beside the quote; words that are selected there become the quote. */
function PageQuote({ url, quote, onQuote }: PageQuoteProps) {
  const reading = useMutation({
    mutationFn: (address: string) =>
      adminSend('POST', '/api/page-text', { body: { url: address } }),
  });
  // The text of another address is none of this one.
  const { isPending, error, data: page } = reading.variables === url ? reading : NOT_READ;
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-faint">
        <Button
          size="sm"
          disabled={url === ''}
          aria-disabled={isPending}
          onClick={() => !isPending && reading.mutate(url)}
        >
          {isPending ? 'Reading...' : 'Read the page'}
        </Button>
        {quote === '' && <span>Not quoted yet</span>}
      </p>
      {error && <ErrorText>{fieldErrorsOf(error).url ?? messageOf(error)}</ErrorText>}
      {page && (
        <>
          <PageWords text={page.text} quote={quote} onQuote={onQuote} />
          <Verdict page={page} quote={quote} />
          <p className="text-xs text-faint">
            Words that you select with the mouse become the quote; with the keyboard, select them
            and press Enter.{page.isCut && ' The page has more text than is shown.'}
          </p>
        </>
      )}
    </div>
  );
}

const STANDS = {
  text: 'The quote stands on the page once.',
  whole: 'The quote stands on the page once, outside of the article.',
};

function Verdict({ page, quote }: { page: { text: string; whole: string }; quote: string }) {
  const found = useMemo(() => findOnPage(page, quote), [page, quote]);
  return (
    <p role="status" className="text-xs wrap-anywhere text-soft">
      {quote !== '' && ('problem' in found ? found.problem : STANDS[found.in])}
    </p>
  );
}

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell.trim() : '');

/** For records that quote the page at their address. */
export const rowQuote: RowTool = {
  isFor: (columns) => ['url', 'quote'].every((name) => columns.some(({ key }) => key === name)),
  beside: 'quote',
  Tool: ({ row, onChange }) => (
    <PageQuote
      url={textOf(row.url)}
      quote={textOf(row.quote)}
      onQuote={(quote) => onChange({ quote })}
    />
  ),
};
