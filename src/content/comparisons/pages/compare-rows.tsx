import * as lucide from 'lucide';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { ItemLink } from '#content/shared/item-link.tsx';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { isFigure } from '#ui/description-list.tsx';
import { Building2, type IconComponent, icon } from '#ui/icons.tsx';

type CompareValue = string | readonly string[] | null | undefined;

interface CompareRow {
  label: string;
  /** The one that the row is about: its cells are levels of evidence, and an empty one says 'not confirmed'. */
  feature?: { slug: string; name: string };
  /** One per vendor, in the order of the columns. */
  values: readonly CompareValue[];
  /** Drawn in place of the values, which then only say what is known. */
  cells?: readonly ReactNode[];
}

export interface CompareGroup {
  name: string;
  rows: readonly CompareRow[];
}

const NONE_SPECIFIED = 'None specified';
const NOT_SPECIFIED = 'Not specified';

/** The spec's rule: these labels show as badge lists, all others as text. */
export const isListLabel = (label: string): boolean =>
  /Features|Cases|Integrations|Support/.test(label);

export const readList = (value: CompareValue): string[] =>
  (typeof value === 'string' ? value.split(',') : [...(value ?? [])])
    .map((part) => part.trim())
    .filter(Boolean);

export const readText = (value: CompareValue): string =>
  typeof value === 'string' ? value.trim() : readList(value).join(', ');

const normalize = (label: string, value: CompareValue): string =>
  (isListLabel(label) ? readList(value) : [readText(value)])
    .map((part) => part.toLowerCase())
    .sort()
    .join('\n');

const countFilled = ({ values }: CompareRow): number =>
  values.filter((value) => readText(value) !== '').length;

export const rowIsFilled = (row: CompareRow): boolean => countFilled(row) > 0;

/** Only two values that are known can differ: silence is not absence. */
export const rowDiffers = ({ label, values }: CompareRow): boolean =>
  new Set(values.map((value) => normalize(label, value)).filter(Boolean)).size > 1;

/** One vendor is known about, and of the others nothing: a question to them. */
export const rowIsOneSided = (row: CompareRow): boolean => countFilled(row) === 1;

/** The groups with those of their rows that are kept, without those that lose all. */
export const withRows = (groups: readonly CompareGroup[], keep: (row: CompareRow) => boolean) =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(keep) }))
    .filter(({ rows }) => rows.length > 0);

/** The columns that a narrow screen has room for, by their place. */
export type NarrowColumns = readonly [number, number];

const ROLES = [
  ['thead, tbody', 'rowgroup'],
  ['tr', 'row'],
  ['th', 'rowheader'],
  ['th[scope=col]', 'columnheader'],
  ['td', 'cell'],
] as const;

/**
 * Spells out the roles of a table whose rows phones lay out as grids: Safari up to 16 takes them away with the layout.
 * Every other browser keeps them, so the page is served without (decision 0046).
 */
function useTableRoles(): RefObject<HTMLTableElement | null> {
  const ref = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const table = ref.current;
    table?.setAttribute('role', 'table');
    for (const [selector, role] of ROLES) {
      for (const part of table?.querySelectorAll(selector) ?? []) part.setAttribute('role', role);
    }
  });
  return ref;
}

export const Coins = /* @__PURE__ */ icon(lucide.Coins);
const Layers3 = /* @__PURE__ */ icon(lucide.Layers3);
export const LayoutGrid = /* @__PURE__ */ icon(lucide.LayoutGrid);

const GROUP_ICONS: Record<string, IconComponent> = {
  'Company Overview': Building2,
  'Requirements & Pricing': Coins,
  'Core Features': LayoutGrid,
};

export interface RowsProps {
  vendors: readonly { slug: string; name: string }[];
  groups: readonly CompareGroup[];
  caption: string;
  narrow: NarrowColumns;
}

export function Rows({ vendors, groups, caption, narrow }: RowsProps) {
  const isMany = vendors.length > 2;
  return (
    <table
      ref={useTableRoles()}
      className={`compare-table ${vendors.length > 1 ? '[--columns:2]' : '[--columns:1]'}`}
      data-many={isMany}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={isMany ? 'md:w-[17%]' : 'md:w-[22%]'}>
            <span className="sr-only">Criterion</span>
          </th>
          {vendors.map((vendor, index) => (
            <th key={vendor.slug} scope="col" data-narrow={placeOf(narrow, index)}>
              <a
                href={hrefTo('/vendors/$slug', { slug: vendor.slug })}
                className="touch font-serif text-h4 font-semibold underline-offset-4 hover:text-accent hover:underline sm:text-h3"
              >
                {vendor.name}
              </a>
              <div className="mt-2 font-normal">
                <ShortlistButton vendor={vendor} />
              </div>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => {
        const Icon = GROUP_ICONS[group.name] ?? Layers3;
        return (
          <tbody key={group.name} {...marksOf(group.rows)}>
            <tr className="compare-group">
              <th scope="rowgroup" colSpan={vendors.length + 1}>
                <span className="overline-text inline-flex items-center gap-2">
                  <Icon aria-hidden className="size-4 stroke-[1.75]" />
                  {group.name}
                </span>
              </th>
            </tr>
            {group.rows.map((row) => (
              <Row key={row.label} row={row} narrow={narrow} />
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

/** Where a column stands on a narrow screen; the others have no room there. */
const placeOf = ([left, right]: NarrowColumns, index: number) => {
  if (index === left) return 'left';
  return index === right ? 'right' : 'none';
};

/** The attributes by which the style sheet chooses rows. */
const marksOf = (rows: readonly CompareRow[]) => ({
  'data-differs': rows.some(rowDiffers),
  'data-one-side': rows.some(rowIsOneSided),
});

function Row({ row, narrow }: { row: CompareRow; narrow: NarrowColumns }) {
  return (
    <tr {...marksOf([row])}>
      <th scope="row">
        {row.feature ? <ItemLink to="/features" item={row.feature} /> : row.label}
        {rowDiffers(row) && (
          <>
            {' '}
            <DifferenceMark />
            <span className="sr-only"> (differs)</span>
          </>
        )}
      </th>
      {row.values.map((value, index) => (
        <td key={index} data-narrow={placeOf(narrow, index)}>
          {row.cells?.[index] ?? <CompareCell label={row.label} value={value} />}
        </td>
      ))}
    </tr>
  );
}

export function DifferenceMark() {
  return <span aria-hidden className="difference-mark" />;
}

interface CompareCellProps {
  label: string;
  value: CompareValue;
  /** The words for a value that is not known. */
  unknown?: string | undefined;
}

export function CompareCell({ label, value, unknown = NOT_SPECIFIED }: CompareCellProps) {
  if (isListLabel(label)) {
    const items = readList(value);
    if (items.length > 0) return <BadgeList items={items} />;
    return <span className="text-faint">{NONE_SPECIFIED}</span>;
  }
  const text = readText(value);
  if (isFigure(text)) return <span className="tabular-nums">{text}</span>;
  return text || <span className="text-faint">{unknown}</span>;
}
