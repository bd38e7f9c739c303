import { type ChangeEvent, startTransition, useOptimistic } from 'react';
import type { CoverageGroup } from '#content/shared/coverage/coverage-schema.ts';
import { Evidence, FactEvidence, StrengthLegend } from '#content/shared/coverage/evidence.tsx';
import { ItemLinks } from '#content/shared/item-link.tsx';
import { listWords } from '#platform/words.ts';
import { formSearch } from '#site/search-params.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { CONTRACT, type ComparedFacts, groupFacts } from '../matrix.ts';
import {
  CompareCell,
  type CompareGroup,
  DifferenceMark,
  isListLabel,
  Rows,
  type RowsProps,
  readText,
  rowDiffers,
  rowIsFilled,
  rowIsOneSided,
  withRows,
} from './compare-rows.tsx';
import { type ComparisonSearch, narrowOf, readComparisonSearch } from './comparison-search.ts';

interface CompareTableProps extends Omit<RowsProps, 'narrow'> {
  search: ComparisonSearch;
  /** Keeps a choice, in the address or on the page. */
  onSearch(search: ComparisonSearch): void | Promise<void>;
}

/** Rows without any value stand last, folded. */
export function CompareTable(props: CompareTableProps) {
  const { vendors, groups, caption, onSearch } = props;
  // A choice shows at once; the address follows.
  const [search, setSearch] = useOptimistic(props.search);
  const narrow = narrowOf(
    search,
    vendors.map(({ slug }) => slug),
  );
  const rows = groups.flatMap((group) => group.rows);
  const differing = rows.filter(rowDiffers).length;
  const oneSided = rows.filter(rowIsOneSided).length;
  const choose = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    startTransition(async () => {
      if (!target.form) return;
      const { only, left, right } = readComparisonSearch(formSearch(target.form));
      const [before, after] = narrow.map((at) => vendors[at]?.slug);
      // Choosing the other column's vendor swaps the two.
      const columns = left === right ? { left: after, right: before } : { left, right };
      const next = { ...search, ...(target.name === 'only' ? { only } : columns) };
      setSearch(next);
      await onSearch(next);
    });
  return (
    <div className="compare">
      <form
        method="get"
        className="mb-2 flex flex-wrap items-center justify-between gap-x-8 gap-y-1"
      >
        <p className="text-sm text-soft tabular-nums">
          <DifferenceMark />{' '}
          {`${differing} of ${rows.length} rows differ, ${oneSided} known of one side only`}
        </p>
        <div className="no-print flex flex-wrap items-center gap-x-8">
          {SWITCHES.map(({ filter, words, own }) => (
            <Switch
              key={filter}
              {...own}
              name="only"
              value={filter}
              checked={search.only?.includes(filter) ?? false}
              onChange={choose}
            >
              {words}
            </Switch>
          ))}
          <noscript>
            <Button type="submit" size="sm">
              Keep in the address
            </Button>
          </noscript>
        </div>
        {vendors.length > 2 && (
          <div className="compare-columns no-print my-2 w-full grid-cols-2 gap-4">
            {COLUMNS.map((column, place) => (
              <Select
                key={column.name}
                {...column}
                value={vendors[narrow[place] ?? 0]?.slug}
                options={vendors.map(({ slug, name }) => ({ value: slug, label: name }))}
                onChange={choose}
              />
            ))}
          </div>
        )}
      </form>
      {differing === 0 && (
        <p className="compare-all-same py-6 text-soft">No row of this comparison differs.</p>
      )}
      {oneSided === 0 && (
        <p className="compare-no-side py-6 text-soft">
          No row of this comparison is known of one side only.
        </p>
      )}
      <Rows
        vendors={vendors}
        caption={caption}
        narrow={narrow}
        groups={withRows(groups, rowIsFilled)}
      />
      <Folded vendors={vendors} groups={groups} narrow={narrow} />
    </div>
  );
}

/** They work by the style sheet alone; without script a button puts them into the address. */
const SWITCHES = [
  {
    filter: 'differences',
    words: 'Only differences',
    own: { id: 'only-differences', className: 'compare-switch' },
  },
  {
    filter: 'one-side',
    words: 'One side only',
    own: { id: 'one-side-only', className: 'compare-one-side' },
  },
] as const;

/** Which two columns a narrow screen shows. */
const COLUMNS = [
  { name: 'left', label: 'Left column' },
  { name: 'right', label: 'Right column' },
] as const;

/** Rows without any value: facts row by row, features by name; paper has the names alone. */
function Folded({ vendors, groups, narrow }: Omit<RowsProps, 'caption'>) {
  const either = vendors.length > 2 ? 'any' : 'either';
  const open = withRows(groups, (row) => !rowIsFilled(row));
  const facts = withRows(open, ({ feature }) => !feature);
  const features = withRows(open, ({ feature }) => feature !== undefined);
  const caption = `Not specified by ${either}`;
  const style = 'touch min-h-6 font-medium text-soft hover:text-accent';
  if (open.length === 0) return null;
  return (
    <div className="compare-folded mt-8 divide-y divide-line border-y border-line text-sm">
      {facts.length > 0 && (
        <details className="py-3">
          <summary className={style}>{caption}</summary>
          <Rows vendors={vendors} caption={caption} narrow={narrow} groups={facts} />
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
                  <ItemLinks to="/features" items={rows.flatMap(({ feature }) => feature ?? [])} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

interface ComparisonTableProps extends Pick<CompareTableProps, 'vendors' | 'search' | 'onSearch'> {
  compared: ComparedFacts & { coverage: readonly CoverageGroup[] };
}

/** Facts and features in one table: a mark or a source opens each cell that is known. */
export function ComparisonTable({ vendors, compared, ...view }: ComparisonTableProps) {
  const aboutOf = (column: number, part?: string) =>
    `/vendors/${vendors[column]?.slug}${part ? `#${part}` : ''}`;
  const facts = groupFacts(compared).map(
    ({ name, rows }): CompareGroup => ({
      name,
      rows: rows.map(({ label, field, cells }) => ({
        label,
        values: cells.map(({ value }) => value),
        cells: cells.map(({ value, sources }, index) => {
          const unknown = name === CONTRACT ? 'Not published' : undefined;
          const cell = <CompareCell key={index} label={label} value={value} unknown={unknown} />;
          if (readText(value) === '') return cell;
          return (
            <FactEvidence
              key={index}
              isList={isListLabel(label)}
              about={aboutOf(index, field)}
              sources={sources}
            >
              {cell}
            </FactEvidence>
          );
        }),
      })),
    }),
  );
  const features = compared.coverage.map(
    ({ category, rows }): CompareGroup => ({
      name: category,
      rows: rows.map(({ feature, cells }) => ({
        label: feature.name,
        feature,
        values: cells.map((cell) => cell?.level),
        cells: cells.map((cell, index) => (
          <Evidence key={index} cell={cell} about={aboutOf(index, feature.slug)} />
        )),
      })),
    }),
  );
  return (
    <>
      <StrengthLegend className="mb-3" />
      <CompareTable
        caption={`${listWords(vendors.map(({ name }) => name))} compared`}
        vendors={vendors}
        groups={[...facts, ...features]}
        {...view}
      />
    </>
  );
}
