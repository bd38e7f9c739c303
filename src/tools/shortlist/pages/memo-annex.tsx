import { Quotation } from '#content/shared/coverage/evidence.tsx';
import { StrengthLegend, StrengthMark } from '#content/shared/coverage/strength-mark.tsx';
import { formatDate } from '#content/shared/format-date.ts';
import { keyOf } from '../decision.ts';
import { listEvidence, type MemoText, type Unconfirmed } from '../memo-texts.ts';
import type { Model } from '../model.ts';
import { sayWeight } from '../verdict-words.ts';

interface MemoAnnexProps {
  model: Model;
  /** Criteria not on the first page. */
  unconfirmed: readonly Unconfirmed[];
  texts: readonly MemoText[];
}

/** From a new page on: the rest of long texts, the evidence with its sources and days, more unconfirmed criteria. */
export function MemoAnnex({ model, unconfirmed, texts }: MemoAnnexProps) {
  const { criteria, sources } = listEvidence(model);
  const open = unconfirmed.filter((one) => one.criteria.length > 0);
  const long = texts.filter(({ rest }) => rest !== '');
  if (criteria.length === 0 && open.length === 0 && long.length === 0) return null;
  return (
    <section className="memo-annex mt-12">
      {long.map(({ title, rest }) => (
        <div key={title} className="mb-4">
          <h3 className="text-h4 font-semibold">{title}, continued</h3>
          <p className="max-w-measure text-sm whitespace-pre-line wrap-anywhere text-soft">
            {rest}
          </p>
        </div>
      ))}
      {open.length > 0 && (
        <>
          <h3 className="mb-1 text-h4 font-semibold">Not confirmed, continued</h3>
          <ul className="mb-4 max-w-measure text-sm text-soft">
            {open.map((one) => (
              <li key={one.slug}>
                <strong>{one.name}:</strong> {one.criteria.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {criteria.length > 0 && (
        <>
          <h3 className="mb-2 text-h3 font-semibold">Annex: the evidence</h3>
          <table className="memo-table">
            <caption className="sr-only">What was read, where and when</caption>
            <thead>
              <tr>
                <th scope="col">Vendor</th>
                <th scope="col">What was read</th>
                <th scope="col">Source</th>
                <th scope="col">Checked</th>
              </tr>
            </thead>
            {criteria.map(({ row, lines }) => (
              <tbody key={keyOf(row.criterion)}>
                <tr>
                  <th scope="rowgroup" colSpan={4}>
                    {row.name}{' '}
                    <span className="font-normal text-faint">
                      {sayWeight(row.criterion.weight)}
                    </span>
                  </th>
                </tr>
                {lines.map(({ key, vendor, cell, source }) => (
                  <tr key={key}>
                    <th scope="row">{vendor}</th>
                    <td>
                      <StrengthMark cell={cell} /> {cell.finding}
                      {cell.note && <span className="text-faint"> {cell.note}</span>}
                      <Quotation {...cell} />
                    </td>
                    <td data-label="Source">{source}</td>
                    <td data-label="Checked" className="whitespace-nowrap">
                      {formatDate(cell.checkedOn)}
                      {cell.readIn === 'live' ? ', live' : ', stored copy'}
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
          <StrengthLegend className="mt-4" />
          <h4 className="mt-6 mb-1 text-h4 font-semibold">Sources</h4>
          <ol className="list-decimal space-y-1 pl-6 text-xs wrap-anywhere text-soft">
            {sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
