import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { Evidence } from '#content/shared/coverage/evidence.tsx';

type Matrix = ResponseOf<'get', '/api/coverage-matrix'>;

/** Vendors down, features across; it scrolls in its own region, which the keyboard reaches. */
export function MatrixTable({ matrix }: { matrix: Matrix }) {
  const { category, vendors, rows } = matrix;
  return (
    <section className="matrix" aria-label={`${category}, by vendor`} tabIndex={0}>
      <table>
        <caption className="sr-only">
          {category}: what each vendor documents. Each level opens its evidence.
        </caption>
        <thead>
          <tr>
            <th scope="col">Vendor</th>
            {rows.map(({ feature }) => (
              <th key={feature.slug} scope="col">
                <a
                  href={hrefTo('/features/$slug', { slug: feature.slug })}
                  className="hover:text-accent hover:underline"
                >
                  {feature.name}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vendors.map((vendor, index) => (
            <tr key={vendor.slug}>
              <th scope="row">
                <a
                  href={hrefTo('/vendors/$slug', { slug: vendor.slug })}
                  className="hover:text-accent hover:underline"
                >
                  {vendor.name}
                </a>
              </th>
              {rows.map(({ feature, cells }) => (
                <td key={feature.slug}>
                  <Evidence cell={cells[index] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
