import { clsx } from 'clsx';
import { startTransition, useOptimistic } from 'react';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import {
  type ComparisonSearch,
  narrowOf,
  onlyParam,
  ROW_FILTERS,
  type RowFilter,
} from '../comparison-search.ts';
import { type ByWidth, countRows, rowIsFilled, withRows } from './compare-model.ts';
import { DifferenceMark, RowName, Rows, type RowsProps } from './compare-rows.tsx';

interface CompareTableProps extends Omit<RowsProps, 'narrow'> {
  search?: ComparisonSearch;
  /** Puts a choice into the address. */
  onSearch?: (search: ComparisonSearch) => void | Promise<void>;
}

/** Rows without any value stand last, folded. */
export function CompareTable(props: CompareTableProps) {
  const { vendors, groups, caption, onSearch } = props;
  // A choice shows at once; the address follows.
  const [search, setSearch] = useOptimistic(props.search ?? {});
  const narrow = narrowOf(
    search,
    vendors.map(({ slug }) => slug),
  );
  const rows = groups.flatMap((group) => group.rows);
  const { differing, oneSided, filled } = countRows(rows, narrow);
  const say = (width: keyof ByWidth) =>
    `${differing[width]} of ${rows.length} rows differ, ${oneSided[width]} known of one side only`;
  const elsewhere = filled.wide - filled.narrow;
  const choose = (next: ComparisonSearch) =>
    startTransition(async () => {
      setSearch(next);
      await onSearch?.(next);
    });
  return (
    <div className="compare">
      <form
        method="get"
        className="mb-2 flex flex-wrap items-center justify-between gap-x-8 gap-y-1"
      >
        <p className="text-sm text-soft tabular-nums">
          <DifferenceMark /> <SaidByWidth wide={say('wide')} narrow={say('narrow')} />
        </p>
        <RowFilters search={search} onChange={choose} />
        {vendors.length > 2 && <ColumnChoice {...{ vendors, narrow, search }} onChange={choose} />}
      </form>
      <NoSuchRow className="compare-all-same" counted={differing}>
        {(where) => `No row ${where} differs.`}
      </NoSuchRow>
      <NoSuchRow className="compare-no-side" counted={oneSided}>
        {(where) => `No row ${where} is known of one side only.`}
      </NoSuchRow>
      <Rows {...{ vendors, caption, narrow }} groups={withRows(groups, rowIsFilled)} />
      {elsewhere > 0 && (
        <p className="on-narrow py-4 text-sm text-faint">
          {counted(elsewhere, 'more row is', 'more rows are')} known of columns that are not shown.
        </p>
      )}
      <Folded {...{ vendors, groups, narrow }} />
    </div>
  );
}

interface ControlProps {
  search: ComparisonSearch;
  onChange(search: ComparisonSearch): void;
}

const SWITCHES: readonly { filter: RowFilter; id: string; className: string }[] = [
  { filter: 'differences', id: 'only-differences', className: 'compare-switch' },
  { filter: 'one-side', id: 'one-side-only', className: 'compare-one-side' },
];

/** The switches work by the style sheet alone; without script a button puts them into the address. */
function RowFilters({ search, onChange }: ControlProps) {
  const chosen = search.only ?? [];
  const keep = (filter: RowFilter, isOn: boolean) => {
    const rest = chosen.filter((one) => one !== filter);
    onChange({ ...search, only: onlyParam(isOn ? [...rest, filter] : rest) });
  };
  return (
    <div className="no-print flex flex-wrap items-center gap-x-8">
      {SWITCHES.map(({ filter, ...own }) => (
        <Switch
          key={filter}
          {...own}
          name="only"
          value={filter}
          checked={chosen.includes(filter)}
          onChange={({ target }) => keep(filter, target.checked)}
        >
          {ROW_FILTERS[filter]}
        </Switch>
      ))}
      <noscript>
        <Button type="submit" size="sm">
          Keep in the address
        </Button>
      </noscript>
    </div>
  );
}

/** Which two columns a narrow screen shows; choosing the other column's vendor swaps the two. */
function ColumnChoice(props: ControlProps & Pick<RowsProps, 'vendors' | 'narrow'>) {
  const { vendors, narrow, search, onChange } = props;
  const [left, right] = narrow.map((place) => vendors[place]?.slug);
  const options = vendors.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <div className="compare-columns no-print my-2 w-full grid-cols-2 gap-4">
      <Select
        label="Left column"
        name="left"
        value={left}
        options={options}
        onChange={({ target: { value } }) =>
          onChange({ ...search, left: value, right: value === right ? left : right })
        }
      />
      <Select
        label="Right column"
        name="right"
        value={right}
        options={options}
        onChange={({ target: { value } }) =>
          onChange({ ...search, right: value, left: value === left ? right : left })
        }
      />
    </div>
  );
}

interface NoSuchRowProps {
  className: string;
  counted: ByWidth;
  children(where: string): string;
}

/** The answer of a switch that leaves nothing, on a screen that shows all columns or two of them. */
function NoSuchRow({ className, counted: { wide, narrow }, children }: NoSuchRowProps) {
  if (wide > 0 && narrow > 0) return null;
  const width = wide > 0 ? 'on-narrow' : 'on-wide';
  return (
    <p className={clsx(className, wide !== narrow && width, 'py-6 text-soft')}>
      {children(wide > 0 ? 'of these two columns' : 'of this comparison')}
    </p>
  );
}

/** Words that depend on how many columns the screen shows; the style sheet chooses, so that it takes no script. */
function SaidByWidth({ wide, narrow }: { wide: string; narrow: string }) {
  if (wide === narrow) return wide;
  return (
    <>
      <span className="on-wide">{wide}</span>
      <span className="on-narrow">{narrow}</span>
    </>
  );
}

/** Rows without any value: facts row by row, features by name; paper has the names alone. */
function Folded({ vendors, groups, narrow }: Omit<RowsProps, 'caption'>) {
  const either = vendors.length > 2 ? 'any' : 'either';
  const open = withRows(groups, (row) => !rowIsFilled(row));
  const facts = open.filter(({ hasLevels }) => !hasLevels);
  const features = open.filter(({ hasLevels }) => hasLevels);
  const caption = `Not specified by ${either}`;
  const style = 'touch min-h-6 font-medium text-soft hover:text-accent';
  if (open.length === 0) return null;
  return (
    <div className="compare-folded mt-8 divide-y divide-line border-y border-line text-sm">
      {facts.length > 0 && (
        <details className="py-3">
          <summary className={style}>{caption}</summary>
          <Rows {...{ vendors, caption, narrow }} groups={facts} />
          <p className="hidden print:block">
            {facts.flatMap(({ rows }) => rows.map(({ label }) => label)).join(', ')}
          </p>
        </details>
      )}
      {features.length > 0 && (
        <details className="py-3">
          <summary className={style}>
            {features.flatMap(({ rows }) => rows).length} not confirmed for {either}
          </summary>
          <dl className="mt-2 space-y-1">
            {features.map(({ name, rows }) => (
              <div key={name} className="gap-2 sm:flex">
                <dt className="text-faint">{name}:</dt>
                <dd>
                  {rows.map((row, index) => (
                    <span key={row.label}>
                      {index > 0 && ', '}
                      <RowName {...row} />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}
