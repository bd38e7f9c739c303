// biome-ignore-all lint/a11y/noRedundantRoles: a grid layout takes the table's own roles away
// biome-ignore-all lint/a11y/useSemanticElements: same reason
// biome-ignore-all lint/a11y/useAriaPropsForRole: a checkbox tells its own state

import type { CSSProperties } from 'react';
import { Building2, Coins, type IconComponent, Layers3, LayoutGrid } from '#ui/icons.tsx';
import { BadgeList } from '../badge-list.tsx';
import { isFigure } from '../figure.ts';
import {
  type CompareGroup,
  type CompareRow,
  type CompareValue,
  isListLabel,
  NONE_SPECIFIED,
  NOT_SPECIFIED,
  readList,
  readText,
  rowDiffers,
} from './compare-model.ts';

const GROUP_ICONS: Record<string, IconComponent> = {
  'Company Overview': Building2,
  'Requirements & Pricing': Coins,
  'Core Features': LayoutGrid,
};

const SWITCH_ID = 'only-differences';

interface CompareTableProps {
  vendors: readonly { name: string; href?: string }[];
  groups: readonly CompareGroup[];
  /** Names the table, e.g. 'Addepar and Masttro compared'. */
  caption: string;
}

/** Roles are spelled out because phones lay the rows out as grids. */
export function CompareTable({ vendors, groups, caption }: CompareTableProps) {
  const rows = groups.flatMap((group) => group.rows);
  const differing = rows.filter(rowDiffers).length;
  return (
    <div className="compare">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="text-sm text-soft tabular-nums">
          <DifferenceMark /> {differing} of {rows.length} rows differ
        </p>
        <label
          htmlFor={SWITCH_ID}
          className="no-print inline-flex min-h-11 items-center gap-2.5 text-sm font-medium"
        >
          <input
            id={SWITCH_ID}
            type="checkbox"
            role="switch"
            className="compare-switch relative h-5 w-9 appearance-none rounded-full border border-control bg-raised before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control before:transition-transform checked:border-accent-fill checked:bg-accent-fill checked:before:translate-x-4 checked:before:bg-on-accent"
          />
          Only differences
        </label>
      </div>
      {differing === 0 && (
        <p className="compare-all-same py-6 text-soft">No row of this comparison differs.</p>
      )}
      <table
        role="table"
        className="compare-table"
        style={{ '--columns': vendors.length } as CSSProperties}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className="md:w-[22%]">
              <span className="sr-only">Criterion</span>
            </th>
            {vendors.map((vendor) => (
              <th key={vendor.name} role="columnheader" scope="col">
                <VendorName {...vendor} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <GroupRows key={group.name} group={group} columns={vendors.length} />
        ))}
      </table>
    </div>
  );
}

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

function GroupRows({ group, columns }: { group: CompareGroup; columns: number }) {
  const Icon = GROUP_ICONS[group.name] ?? Layers3;
  return (
    <tbody role="rowgroup" data-differs={group.rows.some(rowDiffers)}>
      <tr role="row" className="compare-group">
        <th role="rowheader" scope="rowgroup" colSpan={columns + 1}>
          <span className="overline-text inline-flex items-center gap-2">
            <Icon aria-hidden className="size-4 stroke-[1.75]" />
            {group.name}
          </span>
        </th>
      </tr>
      {group.rows.map((row) => (
        <Row key={row.label} row={row} />
      ))}
    </tbody>
  );
}

function Row({ row }: { row: CompareRow }) {
  const differs = rowDiffers(row);
  return (
    <tr role="row" data-differs={differs}>
      <th role="rowheader" scope="row" className="font-medium text-soft">
        {row.label}
        {differs && (
          <>
            {' '}
            <DifferenceMark />
            <span className="sr-only"> (differs)</span>
          </>
        )}
      </th>
      {row.values.map((value, index) => (
        <td key={index} role="cell">
          <Cell label={row.label} value={value} />
        </td>
      ))}
    </tr>
  );
}

function DifferenceMark() {
  return (
    <span
      aria-hidden
      className="difference-mark mx-1 inline-block size-1.5 rotate-45 bg-accent align-[0.08em]"
    />
  );
}

function Cell({ label, value }: { label: string; value: CompareValue }) {
  if (isListLabel(label)) {
    const items = readList(value);
    if (items.length > 0) return <BadgeList items={items} />;
    return <span className="text-faint">{NONE_SPECIFIED}</span>;
  }
  const text = readText(value);
  if (isFigure(text)) return <span className="tabular-nums">{text}</span>;
  return text ? text : <span className="text-faint">{NOT_SPECIFIED}</span>;
}
