import type { CSSProperties } from 'react';
import { SectionHeading } from '#ui/section-heading.tsx';
import { averageOf } from '../marks.ts';
import { nameIn, percent } from '../model.ts';
import { bestCase, knownShare, type Score, shareOf, worstCase } from '../score.ts';
import type { SheetProps } from '../sheet.ts';
import { explainVerdict, GATE_WORDS } from '../verdict-words.ts';

export function ScoreList({ model, workspace }: SheetProps) {
  const { title, why } = explainVerdict(model);
  const ranked = new Set(model.ranked);
  const apart = model.scores.filter((score) => !ranked.has(score));
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
      <ol className="border-t border-line" aria-label="Scores">
        {[...model.ranked, ...apart].map((score) => (
          <li key={score.slug} className="border-b border-line py-3">
            <ScoreLine
              score={score}
              name={nameIn(model, score.slug)}
              mark={averageOf(workspace.decision.marks, score.slug)}
            />
          </li>
        ))}
      </ol>
      <p className="mt-3 max-w-measure text-xs text-faint">
        Documented counts 1, partly ½, a plain no 0. What is not confirmed is left out of the score;
        the two cases show what it could change.
      </p>
    </section>
  );
}

interface ScoreLineProps {
  score: Score;
  name: string;
  mark: string | null;
}

function ScoreLine({ score, name, mark }: ScoreLineProps) {
  const share = shareOf(score);
  const [worst, best] = [worstCase(score), bestCase(score)];
  return (
    <div className="grid items-baseline gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,2fr)_5rem_minmax(0,3fr)]">
      <div>
        <span className="font-serif text-h4 font-semibold">{name}</span>
        <span className={`block text-xs ${score.gate === 'failed' ? 'text-danger' : 'text-faint'}`}>
          {GATE_WORDS[score.gate]}
        </span>
      </div>
      <span className="font-serif text-h3 font-[550] tabular-nums">
        {share === null ? 'No score' : percent(share)}
      </span>
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
                  '--score': `${(share ?? 0) * 100}%`,
                } as CSSProperties
              }
            />
            {percent(knownShare(score))} of the weight is known; worst case {percent(worst)}, best
            case {percent(best)}
          </>
        )}
        {mark && `; committee ${mark}`}
      </div>
    </div>
  );
}
