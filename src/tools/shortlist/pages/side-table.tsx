import { ScrollTable } from '#ui/scroll-table.tsx';
import type { SideBySide } from '../committee.ts';

interface SideTableProps {
  title: string;
  text?: string;
  rowHead: string;
  table: SideBySide;
}

/** One column for each person, then the mean; where they disagree it is said in words. */
export function SideTable({ title, text, rowHead, table: { people, rows } }: SideTableProps) {
  const differing = rows.filter(({ differs }) => differs).length;
  return (
    <section className="mt-8">
      <h3 className="text-h4 font-semibold">{title}</h3>
      {text && <p className="mt-1 max-w-measure text-sm text-soft">{text}</p>}
      <p className="mt-1 mb-3 text-sm text-soft">
        {differing === 0
          ? 'They agree on all.'
          : `They disagree on ${differing} of ${rows.length}.`}
      </p>
      <ScrollTable label={title} caption={title} heads={[rowHead, ...people, 'Mean', 'Agreement']}>
        {rows.map(({ key, name, cells, mean, differs }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={people[column]} className="wrap-anywhere tabular-nums">
                {cell}
              </td>
            ))}
            <td className="font-semibold tabular-nums">{mean}</td>
            <td className={differs ? 'font-medium text-accent' : 'text-faint'}>
              {differs ? 'Disagree' : 'Agree'}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}
