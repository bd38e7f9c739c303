import type { ResponseOf } from '#client/api-calls.ts';
import { Evidence } from '#content/shared/coverage/evidence.tsx';
import { ItemLink } from '#content/shared/item-link.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';

type Matrix = ResponseOf<'get', '/api/coverage-matrix'>;

/** So many columns a screen shows by heads that lie across; more stand upright. */
const ACROSS = 7;

const HEAD = 'inline-block min-h-6 hover:text-accent hover:underline';

/** Vendors down, features across, a mark in each cell. */
export function MatrixTable({ title, matrix }: { title: string; matrix: Matrix }) {
  const { vendors, rows } = matrix;
  return (
    <ScrollTable
      label={`${title}, by vendor`}
      caption={`${title}: what each vendor documents. Each mark opens its evidence.`}
      marks={rows.length > ACROSS ? 'upright' : 'across'}
      heads={[
        'Vendor',
        ...rows.map(({ feature }) => (
          <ItemLink key={feature.slug} to="/features" item={feature} className={HEAD} />
        )),
      ]}
    >
      {vendors.map((vendor, index) => (
        <tr key={vendor.slug}>
          <th scope="row">
            <ItemLink to="/vendors" item={vendor} className={HEAD} />
          </th>
          {rows.map(({ feature, cells, stated }) => (
            <td key={feature.slug}>
              <Evidence
                cell={cells[index] ?? null}
                stated={stated?.[index]}
                isBare
                about={`/vendors/${vendor.slug}#${feature.slug}`}
              />
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
