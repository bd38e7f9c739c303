import type { ReactNode } from 'react';

interface ScrollTableProps {
  label: string;
  caption: ReactNode;
  heads: readonly ReactNode[];
  /** The rows of its body. */
  children: ReactNode;
  /** Shows marks alone, under heads that lie across or stand upright. */
  marks?: 'across' | 'upright';
}

/** A large table that scrolls in its own region, which the keyboard reaches; its head and first column stay. */
export function ScrollTable({ label, caption, heads, children, marks }: ScrollTableProps) {
  return (
    <section
      className={marks ? 'matrix matrix-marks' : 'matrix'}
      data-heads={marks}
      aria-label={label}
      tabIndex={0}
    >
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
