import { clsx } from 'clsx';
import { counted } from '#platform/words.ts';
import { countByWidth, rowDiffers, rowIsFilled, rowIsOneSided, withRows } from './compare-model.ts';
import { DifferenceMark, RowName, Rows, type RowsProps } from './compare-rows.tsx';
import { CompareControls, type CompareView, useCompareView, WHOLE_VIEW } from './compare-view.tsx';

interface CompareTableProps extends Omit<RowsProps, 'narrow'> {
  view?: CompareView;
  onView?: (view: CompareView) => void;
}

/** Rows without any value stand last, folded. */
export function CompareTable(props: CompareTableProps) {
  const { vendors, groups, caption } = props;
  const [view, changeView] = useCompareView(props.view ?? WHOLE_VIEW, props.onView);
  const shown = withRows(groups, rowIsFilled);
  const rows = groups.flatMap((group) => group.rows);
  const [differing, oneSided, filled] = [
    countByWidth(rows, view.narrow, rowDiffers),
    countByWidth(rows, view.narrow, rowIsOneSided),
    countByWidth(rows, view.narrow, rowIsFilled),
  ];
  const say = (width: 'wide' | 'narrow') =>
    `${differing[width]} of ${rows.length} rows differ, ${oneSided[width]} known of one side only`;
  const elsewhere = filled.wide - filled.narrow;
  return (
    <div className="compare">
      <CompareControls vendors={vendors} view={view} onChange={changeView}>
        <p className="text-sm text-soft tabular-nums">
          <DifferenceMark /> <ByWidth wide={say('wide')} narrow={say('narrow')} />
        </p>
      </CompareControls>
      <NoSuchRow className="compare-all-same" counted={differing}>
        {(where) => `No row ${where} differs.`}
      </NoSuchRow>
      <NoSuchRow className="compare-no-side" counted={oneSided}>
        {(where) => `No row ${where} is known of one side only.`}
      </NoSuchRow>
      <Rows vendors={vendors} groups={shown} caption={caption} narrow={view.narrow} />
      {elsewhere > 0 && (
        <p className="on-narrow py-4 text-sm text-faint">
          {counted(elsewhere, 'more row is', 'more rows are')} known of columns that are not shown.
        </p>
      )}
      <Folded vendors={vendors} groups={groups} narrow={view.narrow} />
    </div>
  );
}

interface NoSuchRowProps {
  className: string;
  counted: { wide: number; narrow: number };
  children(where: string): string;
}

/** The answer of a switch that leaves nothing, on a screen that shows all columns or two of them. */
function NoSuchRow({ className, counted, children }: NoSuchRowProps) {
  if (counted.wide > 0 && counted.narrow > 0) return null;
  const width = counted.wide > 0 ? 'on-narrow' : 'on-wide';
  return (
    <p className={clsx(className, counted.wide !== counted.narrow && width, 'py-6 text-soft')}>
      {children(counted.wide > 0 ? 'of these two columns' : 'of this comparison')}
    </p>
  );
}

/** Words that depend on how many columns the screen shows; the style sheet chooses, so that it takes no script. */
function ByWidth({ wide, narrow }: { wide: string; narrow: string }) {
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
  const count = features.reduce((sum, { rows }) => sum + rows.length, 0);
  const style = 'touch min-h-6 font-medium text-soft hover:text-accent';
  if (open.length === 0) return null;
  return (
    <div className="compare-folded mt-8 divide-y divide-line border-y border-line text-sm">
      {facts.length > 0 && (
        <details className="py-3">
          <summary className={style}>Not specified by {either}</summary>
          <Rows
            vendors={vendors}
            groups={facts}
            caption={`Not specified by ${either}`}
            narrow={narrow}
          />
          <p className="hidden print:block">
            {facts.flatMap(({ rows }) => rows.map(({ label }) => label)).join(', ')}
          </p>
        </details>
      )}
      {count > 0 && (
        <details className="py-3">
          <summary className={style}>
            {count} not confirmed for {either}
          </summary>
          <dl className="mt-2 space-y-1">
            {features.map(({ name, rows }) => (
              <div key={name} className="gap-2 sm:flex">
                <dt className="text-faint">{name}:</dt>
                <dd>
                  {rows.map(({ label, href }, index) => (
                    <span key={label}>
                      {index > 0 && ', '}
                      <RowName label={label} href={href} />
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
