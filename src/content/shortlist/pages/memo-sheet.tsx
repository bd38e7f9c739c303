import type { ReactNode } from 'react';
import { formatDate } from '#content/shared/format-date.ts';
import { addUp, sayTotal } from '../costs.ts';
import { averageOf } from '../marks.ts';
import { type MemoText, writeMemoTexts } from '../memo-texts.ts';
import { nameIn, percent } from '../model.ts';
import { type Score, shareOf } from '../score.ts';
import type { SheetProps } from '../sheet.ts';
import { densityOf, listUnconfirmed, sayUnconfirmed } from '../unconfirmed.ts';
import { explainVerdict, GATE_WORDS, sayCases, sayKnown } from '../verdict-words.ts';
import { MemoAnnex } from './memo-annex.tsx';
import { Signatures } from './signatures.tsx';

const HEADS = [
  'Vendor',
  'Must-haves',
  'Score',
  'Known',
  'Worst to best',
  'Committee',
  'Five years',
];

/** The choice first, then the others as they are ranked, then those that are not. */
const inOrder = ({ model, workspace }: SheetProps): Score[] => {
  const { choice } = workspace.decision.memo;
  const ranked = [
    ...model.ranked,
    ...model.scores.filter((score) => !model.ranked.includes(score)),
  ];
  return ranked.toSorted((a, b) => Number(b.slug === choice) - Number(a.slug === choice));
};

export function MemoSheet(props: SheetProps) {
  const { data, model, workspace } = props;
  const { memo, marks } = workspace.decision;
  const { title, why } = explainVerdict(model);
  const listed = new Set(model.vendors.map(({ slug }) => slug));
  const choice = listed.has(memo.choice) ? memo.choice : '';
  const unconfirmed = data.isWhole ? listUnconfirmed(model) : [];
  const density = densityOf(model);
  const texts = writeMemoTexts({
    model,
    memo,
    marks: marks.filter(({ vendor }) => listed.has(vendor)),
    choice,
    density,
  });
  return (
    <article className="memo-sheet" data-density={density} aria-label="Decision memo">
      <header className="border-t-2 border-heavy pt-3">
        <p className="overline-text">Decision memo, {formatDate(new Date().toISOString())}</p>
        <h2 className="mt-1 text-h2 font-[550]">
          {choice ? `We choose ${nameIn(model, choice)}` : 'Not decided yet'}
        </h2>
      </header>
      <TextPart text={texts.reasons} />
      <Part title={`What the evidence says: ${title}`}>{why.join(' ')}</Part>
      {data.isWhole && (
        <>
          <Runners {...props} />
          <Part title="Not confirmed">
            <ul>
              {unconfirmed.map((one) => (
                <li key={one.slug}>
                  <strong>{one.name}:</strong> {sayUnconfirmed(one, density)}
                </li>
              ))}
            </ul>
          </Part>
        </>
      )}
      <TextPart text={texts.dissent} />
      <TextPart text={texts.questions} />
      <Signatures who={['Chair', 'Second']} />
      <MemoAnnex
        rows={model.rows}
        vendors={model.vendors}
        unconfirmed={unconfirmed}
        texts={Object.values(texts)}
      />
    </article>
  );
}

/** The choice and the runners-up, with scores, marks and costs. */
function Runners(props: SheetProps) {
  const { model, workspace } = props;
  const { marks, costs, dayRate, currency } = workspace.decision;
  return (
    <table className="memo-table">
      <caption className="sr-only">The choice and the runners-up</caption>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(props).map((score) => {
          const share = shareOf(score);
          const cost = addUp(
            costs.find(({ vendor }) => vendor === score.slug),
            dayRate,
          );
          return (
            <tr key={score.slug}>
              <th scope="row">{nameIn(model, score.slug)}</th>
              <td data-label="Must-haves">{GATE_WORDS[score.gate]}</td>
              <td data-label="Score">{share === null ? 'No score' : percent(share)}</td>
              <td data-label="Known">{sayKnown(score)}</td>
              <td data-label="Worst to best">{sayCases(score)}</td>
              <td data-label="Committee">{averageOf(marks, score.slug) ?? 'No marks'}</td>
              <td data-label="Five years">{cost ? sayTotal(cost, currency) : 'No figures'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What was left empty is said, not left out. */
function TextPart({ text: { title, onPage, whole } }: { text: MemoText }) {
  return (
    <Part title={title}>
      <p className="memo-text">{onPage || 'None noted.'}</p>
      {whole && <p className="hidden print:block">In full in the annex.</p>}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4">
      <h3 className="text-h4 font-semibold">{title}</h3>
      <div className="mt-1 max-w-measure text-sm whitespace-pre-line wrap-anywhere text-soft">
        {children}
      </div>
    </section>
  );
}
