import type { CSSProperties, ReactNode } from 'react';
import { BadgeList } from '#ui/badge-list.tsx';
import { isFigure } from '#ui/figure.ts';
import { Building2, type IconComponent } from '#ui/icons.tsx';
import { ByWidth } from './by-width.tsx';
import {
  type CompareGroup,
  type CompareRow,
  type CompareValue,
  countByWidth,
  isListLabel,
  type NarrowColumns,
  NONE_SPECIFIED,
  NOT_SPECIFIED,
  reachOf,
  readList,
  readText,
  rowDiffers,
  rowIsFilled,
} from './compare-model.ts';
import { CompareControls, type CompareView, useCompareView, WHOLE_VIEW } from './compare-view.tsx';
import { Coins, Layers3, LayoutGrid } from './icons.ts';
import { useTableRoles } from './use-table-roles.ts';

const GROUP_ICONS: Record<string, IconComponent> = {
  'Company Overview': Building2,
  'Requirements & Pricing': Coins,
  'Core Features': LayoutGrid,
};

interface CompareColumn {
  id: string;
  name: string;
  href?: string;
  /** What can be done with this column. */
  action?: ReactNode;
}

interface RowsProps {
  vendors: readonly CompareColumn[];
  groups: readonly CompareGroup[];
  /** Names the table, e.g. 'Addepar and Masttro compared'. */
  caption: string;
  narrow: NarrowColumns;
}

interface CompareTableProps extends Omit<RowsProps, 'narrow'> {
  view?: CompareView;
  onView?: (view: CompareView) => void;
}

const withRows = (
  groups: readonly CompareGroup[],
  keep: (group: CompareGroup, row: CompareRow) => boolean,
) =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => keep(group, row)) }))
    .filter(({ rows }) => rows.length > 0);

/** Rows that nobody fills stand last, folded; those of a group with levels stay, since 'not confirmed' is an answer. */
export function CompareTable(props: CompareTableProps) {
  const { vendors, groups, caption } = props;
  const [view, changeView] = useCompareView(props.view ?? WHOLE_VIEW, props.onView);
  const isFolded = (group: CompareGroup, row: CompareRow) => !group.hasLevels && !rowIsFilled(row);
  const shown = withRows(groups, (group, row) => !isFolded(group, row));
  const folded = withRows(groups, isFolded);
  const rows = groups.flatMap((group) => group.rows);
  const differing = countByWidth(rows, view.narrow, rowDiffers);
  const unconfirmed = countByWidth(
    shown.flatMap((group) => group.rows),
    view.narrow,
    (row) => !rowIsFilled(row),
  );
  const sayDiffering = (count: number) => `${count} of ${rows.length} rows differ`;
  const either = vendors.length > 2 ? 'any' : 'either';
  return (
    <div className="compare">
      <CompareControls
        vendors={vendors}
        view={view}
        unconfirmed={unconfirmed}
        onChange={changeView}
      >
        <p className="text-sm text-soft tabular-nums">
          <DifferenceMark />{' '}
          <ByWidth wide={sayDiffering(differing.wide)} narrow={sayDiffering(differing.narrow)} />
        </p>
      </CompareControls>
      {differing.wide === 0 && (
        <p className="compare-all-same py-6 text-soft">No row of this comparison differs.</p>
      )}
      {differing.wide > 0 && differing.narrow === 0 && (
        <p className="compare-all-same on-narrow py-6 text-soft">
          No row differs between these two columns.
        </p>
      )}
      <Rows vendors={vendors} groups={shown} caption={caption} narrow={view.narrow} />
      {folded.length > 0 && (
        <details className="compare-folded mt-8 border-y border-line py-3 text-sm">
          <summary className="touch min-h-6 font-medium text-soft hover:text-accent">
            Not specified by {either}
          </summary>
          <Rows
            vendors={vendors}
            groups={folded}
            caption={`Not specified by ${either}`}
            narrow={view.narrow}
          />
        </details>
      )}
    </div>
  );
}

function Rows({ vendors, groups, caption, narrow }: RowsProps) {
  const isMany = vendors.length > 2;
  return (
    <table
      ref={useTableRoles()}
      className="compare-table"
      data-many={isMany}
      style={{ '--columns': Math.min(vendors.length, 2) } as CSSProperties}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={isMany ? 'md:w-[17%]' : 'md:w-[22%]'}>
            <span className="sr-only">Criterion</span>
          </th>
          {vendors.map(({ id, name, href, action }, index) => (
            <th key={id} scope="col" data-narrow={placeOf(narrow, index)}>
              <VendorName name={name} {...(href ? { href } : {})} />
              {action}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows key={group.name} group={group} columns={vendors.length} narrow={narrow} />
      ))}
    </table>
  );
}

/** Where a column stands on a narrow screen; the others have no room there. */
const placeOf = ([left, right]: NarrowColumns, index: number) => {
  if (index === left) return 'left';
  return index === right ? 'right' : 'none';
};

function VendorName({ name, href }: { name: string; href?: string }) {
  const style = 'font-serif text-h4 font-semibold sm:text-h3';
  if (!href) return <span className={style}>{name}</span>;
  return (
    <a
      href={href}
      className={`touch ${style} underline-offset-4 hover:text-accent hover:underline`}
    >
      {name}
    </a>
  );
}

interface GroupRowsProps extends Pick<RowsProps, 'narrow'> {
  group: CompareGroup;
  columns: number;
}

function GroupRows({ group, columns, narrow }: GroupRowsProps) {
  const Icon = GROUP_ICONS[group.name] ?? Layers3;
  return (
    <tbody
      data-differs={reachOf(group.rows, narrow, rowDiffers)}
      data-filled={reachOf(group.rows, narrow, rowIsFilled)}
    >
      <tr className="compare-group">
        <th scope="rowgroup" colSpan={columns + 1}>
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
}

function Row({ row, narrow }: { row: CompareRow; narrow: NarrowColumns }) {
  const differs = reachOf([row], narrow, rowDiffers);
  return (
    <tr data-differs={differs} data-filled={reachOf([row], narrow, rowIsFilled)}>
      <th scope="row">
        {row.href ? (
          <a href={row.href} className="underline-offset-4 hover:text-accent hover:underline">
            {row.label}
          </a>
        ) : (
          row.label
        )}
        {differs !== 'false' && (
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

function DifferenceMark() {
  return <span aria-hidden className="difference-mark" />;
}

export function CompareCell({ label, value }: { label: string; value: CompareValue }) {
  if (isListLabel(label)) {
    const items = readList(value);
    if (items.length > 0) return <BadgeList items={items} />;
    return <span className="text-faint">{NONE_SPECIFIED}</span>;
  }
  const text = readText(value);
  if (isFigure(text)) return <span className="tabular-nums">{text}</span>;
  return text ? text : <span className="text-faint">{NOT_SPECIFIED}</span>;
}
