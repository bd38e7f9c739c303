import { useMemo, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { findOnPage } from '#modules/page-text/find-quote.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { PageWords } from './page-words.tsx';

const PAGE_TEXT = '/api/page-text';

interface PageQuoteProps {
  /** The address of the page. */
  url: string;
  quote: string;
  onQuote: (quote: string) => void;
}

/** The outcome of reading an address. */
type Reading = { url: string } & (
  | { is: 'under way' }
  | { is: 'read'; page: ResponseOf<'POST', typeof PAGE_TEXT> }
  | { is: 'failed'; problem: string }
);

const read = async (url: string): Promise<Reading> => {
  try {
    return { is: 'read', url, page: await adminSend('POST', PAGE_TEXT, { body: { url } }) };
  } catch (error) {
    return { is: 'failed', url, problem: fieldErrorsOf(error).url ?? messageOf(error) };
  }
};

/** Reads a page and shows its text beside the quote; words that are selected there become the quote. */
export function PageQuote({ url, quote, onQuote }: PageQuoteProps) {
  const [reading, setReading] = useState<Reading | null>(null);
  // The text of another address is none of this one.
  const current = reading?.url === url ? reading : null;
  const isReading = current?.is === 'under way';
  const open = async () => {
    if (isReading) return;
    setReading({ is: 'under way', url });
    setReading(await read(url));
  };
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-faint">
        <Button
          size="sm"
          disabled={url === ''}
          aria-disabled={isReading}
          onClick={() => void open()}
        >
          {isReading ? 'Reading...' : 'Read the page'}
        </Button>
        {quote === '' && <span>Not quoted yet</span>}
      </p>
      {current?.is === 'failed' && <ErrorText>{current.problem}</ErrorText>}
      {current?.is === 'read' && (
        <>
          <PageWords text={current.page.text} quote={quote} onQuote={onQuote} />
          <Verdict page={current.page} quote={quote} />
          <p className="text-xs text-faint">
            Words that you select with the mouse become the quote; with the keyboard, select them
            and press Enter.{current.page.isCut && ' The page has more text than is shown.'}
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
