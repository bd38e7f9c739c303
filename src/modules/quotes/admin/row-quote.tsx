import type { RowTool } from '#admin/editor/fields/row-tools.ts';
import { PageQuote } from './page-quote.tsx';

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
