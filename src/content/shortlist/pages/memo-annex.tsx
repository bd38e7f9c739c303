import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import {
  ageOf,
  LEVEL_WORDS,
  publisherOf,
  rankOf,
} from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { keyOf } from '../decision.ts';
import type { MemoText } from '../memo-texts.ts';
import type { CriterionRow } from '../model.ts';
import type { Unconfirmed } from '../unconfirmed.ts';

interface MemoAnnexProps {
  rows: readonly CriterionRow[];
  vendors: readonly { slug: string; name: string }[];
  unconfirmed: readonly Unconfirmed[];
  texts: readonly MemoText[];
}

/** Of which rank it is, who published it, where, and how old the page is. */
const saySource = ({ publisher, url, pageDate }: Cell): string =>
  `${rankOf(publisher)}, published by ${publisherOf(publisher)}: ${url}, ${ageOf(pageDate)}.`;

/** From a new page on: texts that the first may not hold, the evidence with its addresses and dates, and all that nobody has confirmed. */
export function MemoAnnex({ rows, vendors, unconfirmed, texts }: MemoAnnexProps) {
  const lines = rows.flatMap((row) =>
    vendors.flatMap(({ slug, name }, column) => {
      const cell = row.cells[column];
      return cell ? [{ key: `${keyOf(row.criterion)}/${slug}`, row, name, cell }] : [];
    }),
  );
  const open = unconfirmed.filter(({ criteria }) => criteria.length > 0);
  const long = texts.filter(({ whole }) => whole !== '');
  if (lines.length === 0 && open.length === 0 && long.length === 0) return null;
  return (
    <section className="memo-annex mt-12">
      {/* On screen the sheet itself shows them whole. */}
      {long.map(({ title, whole }) => (
        <div key={title} className="mb-4 hidden print:block">
          <h3 className="text-h4 font-semibold">{title}, in full</h3>
          <p className="whitespace-pre-line wrap-anywhere">{whole}</p>
        </div>
      ))}
      <h3 className="mb-2 text-h3 font-semibold">Annex: the evidence</h3>
      {lines.length > 0 && (
        <table className="memo-table">
          <caption className="sr-only">What was read, where and when</caption>
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              <th scope="col">Vendor</th>
              <th scope="col">What was read</th>
              <th scope="col">Checked</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, row, name, cell }) => (
              <tr key={key}>
                <th scope="row">{row.name}</th>
                <td>{name}</td>
                <td>
                  <strong>{LEVEL_WORDS[cell.level]}.</strong> {cell.finding}{' '}
                  <span className="wrap-anywhere text-faint">{saySource(cell)}</span>
                  {cell.note && ` ${cell.note}`}
                </td>
                <td className="whitespace-nowrap">{formatDate(cell.checkedOn)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {open.length > 0 && (
        <>
          <h4 className="mt-6 mb-1 text-h4 font-semibold">Not confirmed</h4>
          <ul className="max-w-measure text-sm text-soft">
            {open.map(({ slug, name, criteria }) => (
              <li key={slug}>
                <strong>{name}:</strong> {criteria.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
