import { clsx } from 'clsx';
import { useId } from 'react';

interface SeoScoreProps {
  score: number;
  suggestions: readonly string[];
}

const GOOD = 75;
const FAIR = 50;

const wordFor = (score: number) => {
  if (score >= GOOD) return { word: 'Good', text: 'text-positive', fill: 'bg-positive' };
  if (score >= FAIR) return { word: 'Fair', text: 'text-warn', fill: 'bg-warn' };
  return { word: 'Needs work', text: 'text-danger', fill: 'bg-danger' };
};

/** How well the text is prepared for search, and its best improvements first. */
export function SeoScore({ score, suggestions }: SeoScoreProps) {
  const { word, text, fill } = wordFor(score);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="flex items-baseline gap-2 text-h4 font-semibold">
        SEO score
        <span className="font-sans text-sm font-medium tabular-nums">
          {score}/100 <span className={text}>{word}</span>
        </span>
      </h3>
      <div aria-hidden className="mt-2 h-1.5 bg-sunken">
        <div className={clsx('h-full transition-[width]', fill)} style={{ width: `${score}%` }} />
      </div>
      {suggestions.length === 0 ? (
        <p className="mt-3 text-sm text-soft">Nothing left to improve.</p>
      ) : (
        <>
          <h4 className="mt-3 font-sans text-xs font-medium text-soft">Suggestions</h4>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-sm">
            {suggestions.map((suggestion) => (
              <li key={suggestion}>{suggestion}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
