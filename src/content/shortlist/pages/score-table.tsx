import { Evidence } from '#content/shared/coverage/evidence.tsx';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { Level } from '#content/shared/coverage/level-mark.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { Select } from '#ui/select.tsx';
import { type Criterion, keyOf, readDecision } from '../decision.ts';
import type { CriterionRow } from '../model.ts';
import type { SheetProps } from '../sheet.ts';

const OWN_ANSWERS = [
  { value: '', label: NOT_CONFIRMED },
  ...Object.entries(LEVEL_WORDS).map(([value, label]) => ({ value, label })),
];

const sayWeight = ({ weight }: Criterion) => (weight === 'must' ? 'Must have' : `Weight ${weight}`);

/** Criteria down, vendors across; it scrolls in its own region, which the keyboard reaches. */
export function ScoreTable({ model, workspace }: SheetProps) {
  return (
    <section className="score-table">
      <SectionHeading
        title="What the evidence says"
        text="Each level opens what was read, where and when. For a criterion in your own words, enter what you found."
      />
      <section className="matrix" aria-label="Evidence by criterion" tabIndex={0}>
        <table>
          <caption className="sr-only">What is known of each vendor, by criterion</caption>
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              {model.vendors.map(({ slug, name }) => (
                <th key={slug} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {model.rows.map((row) => (
              <tr key={keyOf(row.criterion)}>
                <th scope="row">
                  {row.name}
                  <span className="block text-xs font-normal text-faint">
                    {sayWeight(row.criterion)}
                  </span>
                </th>
                {model.vendors.map(({ slug, name }, column) => (
                  <td key={slug}>
                    {row.criterion.feature ? (
                      <Evidence cell={row.cells[column] ?? null} />
                    ) : (
                      <OwnAnswer row={row} vendor={{ slug, name }} workspace={workspace} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

interface OwnAnswerProps extends Pick<SheetProps, 'workspace'> {
  row: CriterionRow;
  vendor: { slug: string; name: string };
}

function OwnAnswer({ row, vendor, workspace }: OwnAnswerProps) {
  const { decision, setDecision } = workspace;
  const key = keyOf(row.criterion);
  const answer = (value: string) =>
    setDecision(
      readDecision({
        ...decision,
        criteria: decision.criteria.map((one) =>
          keyOf(one) === key ? { ...one, answers: { ...one.answers, [vendor.slug]: value } } : one,
        ),
      }),
    );
  const found = row.criterion.answers?.[vendor.slug] ?? null;
  return (
    <>
      <Select
        label={`${row.name}: ${vendor.name}`}
        hideLabel
        className="no-print"
        value={found ?? ''}
        options={OWN_ANSWERS}
        onChange={({ target }) => answer(target.value)}
      />
      <div className="hidden print:block">
        <Level level={found} />
      </div>
    </>
  );
}
