import { type CSSProperties, useMemo } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { Evidence, Level, StrengthLegend } from '#content/shared/coverage/evidence.tsx';
import { LEVEL_WORDS, NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { MAX_SHORTLISTED } from '#site/shortlist/shortlist-store.ts';
import { SectionHeading } from '#ui/headings.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Select } from '#ui/select.tsx';
import { isAnswer, keyOf } from '../decision.ts';
import { type CriterionRow, type Model, nameIn, percent } from '../model.ts';
import {
  bestCase,
  findQuestions,
  isRuledOut,
  knownShare,
  type Score,
  shareOf,
  worstCase,
} from '../score.ts';
import type { DecisionProps } from '../use-decision.ts';
import {
  explainVerdict,
  questionsOf,
  sayEffect,
  sayMusts,
  sayShare,
  sayWeight,
} from '../verdict-words.ts';
import { CriteriaEditor } from './criteria-editor.tsx';
import { RemoveButton } from './parts.tsx';

export function ScorecardTab(props: DecisionProps) {
  const { data, model } = props;
  return (
    <div className="space-y-12">
      <VendorRows {...props} />
      <CriteriaEditor {...props} />
      {data.isWhole && model.rows.length > 0 && (
        <>
          <ScoreList {...props} />
          <ScoreTable {...props} />
        </>
      )}
    </div>
  );
}

/** Plain links, which no script prepares in advance: a vendor is asked for when one goes there, and not before. */
function VendorRows({ model, decision, change }: DecisionProps) {
  const { vendors } = decision;
  const compared = model.vendors.slice(0, MAX_COMPARED).map(({ slug }) => slug);
  return (
    <section className="no-print">
      <SectionHeading
        title="Vendors"
        text={`${model.vendors.length} of at most ${MAX_SHORTLISTED}. They stand on this device alone, in all tabs of this browser.`}
      />
      <ul className="border-t border-line">
        {model.vendors.map(({ slug, name }) => (
          <li
            key={slug}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
          >
            <a href={hrefTo('/vendors/$slug', { slug })} target="_self" className="text-link">
              {name}
            </a>
            <RemoveButton
              what={name}
              onClick={() => change({ vendors: vendors.filter((one) => one !== slug) })}
            />
          </li>
        ))}
      </ul>
      {compared.length > 1 && (
        <p className="mt-4 text-sm text-soft">
          <a href={pairPath(compared)} target="_self" className="text-link">
            Compare the first {compared.length} side by side
          </a>
          , on a page that we serve: we then see which.
        </p>
      )}
    </section>
  );
}

/** Few enough to ask before the next meeting. */
const NEXT = 3;

function ScoreList({ model }: DecisionProps) {
  const { title, why } = explainVerdict(model);
  return (
    <section>
      <div aria-live="polite">
        <SectionHeading title={title} />
        <div className="mb-6 max-w-measure space-y-2 text-soft">
          {why.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      <AskNext model={model} />
      <ol className="border-t border-line" aria-label="Scores">
        {model.standing.map((score) => (
          <li key={score.slug} className="border-b border-line py-3">
            <ScoreLine score={score} name={nameIn(model, score.slug)} />
          </li>
        ))}
      </ol>
      <p className="mt-3 max-w-measure text-xs text-faint">
        Documented counts 1, partly ½, a plain no 0. What is not confirmed is left out of the score;
        the two cases show what it could change. Level scores stand in the order of must-haves
        documented. A vendor leads when its worst case is above the best case of all others.
      </p>
    </section>
  );
}

function AskNext({ model }: Pick<DecisionProps, 'model'>) {
  const questions = useMemo(() => findQuestions(model.input), [model]);
  const next = questions.slice(0, NEXT).flatMap((question) => {
    const row = model.rows[question.criterion];
    return row ? [{ ...question, row }] : [];
  });
  if (next.length === 0) return null;
  return (
    <section className="mb-8 border-l-2 border-accent pl-5">
      <h3 className="text-h4 font-semibold">What to ask next</h3>
      <p className="mt-1 max-w-measure text-sm text-faint">
        Of all open answers those that move the order most: each was tried as a yes and as a no.
      </p>
      <ol className="mt-3 max-w-measure space-y-3" aria-label="What to ask next">
        {next.map((question) => (
          <li key={`${question.slug}/${question.criterion}`}>
            <span className="font-semibold">
              {nameIn(model, question.slug)}: {question.row.name}
            </span>
            <span className="block text-sm text-soft">{questionsOf(question.row)[0]}</span>
            <span className="block text-xs text-faint">{sayEffect(model, question)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ScoreLine({ score, name }: { score: Score; name: string }) {
  const worst = worstCase(score);
  const best = bestCase(score);
  return (
    <div className="grid items-baseline gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,2fr)_5rem_minmax(0,3fr)]">
      <div>
        <span className="font-serif text-h4 font-semibold">{name}</span>
        <span className={`block text-xs ${isRuledOut(score) ? 'text-danger' : 'text-faint'}`}>
          {score.musts.total > 0 && 'Must-haves: '}
          {sayMusts(score)}
        </span>
      </div>
      <span className="font-serif text-h3 font-[550] tabular-nums">{sayShare(score)}</span>
      <div className="min-w-0 text-xs text-soft tabular-nums">
        {score.total === 0 ? (
          'No criterion has a weight'
        ) : (
          <>
            <span
              aria-hidden
              className="score-range"
              style={
                {
                  '--worst': `${worst * 100}%`,
                  '--best': `${best * 100}%`,
                  '--score': `${(shareOf(score) ?? 0) * 100}%`,
                } as CSSProperties
              }
            />
            {percent(knownShare(score))} of the weight is known; worst case {percent(worst)}, best
            case {percent(best)}
          </>
        )}
      </div>
    </div>
  );
}

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

function OwnAnswer({ row, vendor, decision, change }: OwnAnswerProps) {
  const key = keyOf(row.criterion);
  const answer = (value: string) => {
    const answers = { ...row.criterion.answers, [vendor.slug]: isAnswer(value) ? value : null };
    const criteria = decision.criteria.map((one) =>
      keyOf(one) === key ? { ...one, answers } : one,
    );
    change({ criteria });
  };
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
