import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { findQuote } from '#modules/page-text/find-quote.ts';
import { ErrorText } from '#ui/error-text.tsx';

/** Only the box moves: the line that is decided stays where the editor looks. */
const showInBox = (mark: HTMLElement | null) => {
  const box = mark?.parentElement;
  if (box) box.scrollTop = mark.offsetTop - box.clientHeight / 2;
};

/** The text of a page as the run read it, open at the words of a quote. */
export function PageWords({ id, quote }: { id: number; quote: string }) {
  const { data, error } = useQuery(adminQuery('/api/evidence-pages/{id}', { id }));
  if (error) return <ErrorText>The page could not be loaded: {messageOf(error)}</ErrorText>;
  if (!data) return null;
  const { start, end } = findQuote(data.text, quote).places[0] ?? { start: 0, end: 0 };
  return (
    <section
      aria-label="Text of the page"
      tabIndex={0}
      className="relative mt-3 max-h-48 overflow-y-auto border border-line bg-sunken p-3 text-xs whitespace-pre-line wrap-anywhere text-soft"
    >
      {data.text.slice(0, start)}
      <mark ref={showInBox}>{data.text.slice(start, end)}</mark>
      {data.text.slice(end)}
    </section>
  );
}
