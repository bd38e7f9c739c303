import { Evidence } from '#content/shared/coverage/evidence.tsx';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { Level, StrengthLegend } from '#content/shared/coverage/strength-mark.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Select } from '#ui/select.tsx';
import { keyOf, readDecision } from '../decision.ts';
import type { CriterionRow, Model } from '../model.ts';
import type { DecisionProps } from '../use-decision.ts';
import { sayWeight } from '../verdict-words.ts';

const OWN_ANSWERS = [
  { value: '', label: NOT_CONFIRMED },
  ...Object.entries(LEVEL_WORDS).map(([value, label]) => ({ value, label })),
];

export function ScoreTable(props: DecisionProps) {
  const { model } = props;
  return (
    <section className="score-table">
      <SectionHeading
        title="What the evidence says"
        text="Each level opens what was read, where and when. For a criterion in your own words, enter what you found."
      />
      <ScrollTable
        label="Evidence by criterion"
        caption="What is known of each vendor, by criterion"
        heads={['Criterion', ...model.vendors.map(({ name }) => name)]}
      >
        {model.rows.map((row) => (
          <tr key={keyOf(row.criterion)}>
            <th scope="row">
              {row.name}
              <span className="block text-xs font-normal text-faint">
                {sayWeight(row.criterion.weight)}
              </span>
            </th>
            {model.vendors.map(({ slug, name }, column) => (
              <td key={slug}>
                {row.criterion.feature ? (
                  <Evidence
                    cell={row.cells[column] ?? null}
                    stated={row.stated?.[column]}
                    about={`/vendors/${slug}#${row.criterion.feature}`}
                  />
                ) : (
                  <OwnAnswer {...props} row={row} vendor={{ slug, name }} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
      <StrengthLegend className="mt-4" />
    </section>
  );
}

type OwnAnswerProps = DecisionProps & { row: CriterionRow; vendor: Model['vendors'][number] };

function OwnAnswer({ row, vendor, decision, setDecision }: OwnAnswerProps) {
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
