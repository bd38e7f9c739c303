import type { ResponseOf } from '#client/api-calls.ts';
import type { Level } from '#content/coverage/coverage.collection.ts';
import { NOT_CONFIRMED } from './evidence-words.ts';
import { StrengthMark } from './strength-mark.tsx';

type FeatureEvidence = ResponseOf<'get', '/api/features/{id}/coverage'>;

/** More names than these are a list, which stands below. */
const NAMED = 6;

const ANSWERS = [
  { level: 'documented', word: 'documented' },
  { level: 'partial', word: 'partly' },
  { level: 'absent', word: 'says it does not' },
] as const satisfies { level: Level; word: string }[];

export const cellId = (vendor: string): string => `evidence-${vendor}`;

/** '2 documented, 1 partly, 27 not confirmed', and who: before anything else is read. */
export function FeatureAnswer({ evidence }: { evidence: FeatureEvidence }) {
  const { totals, vendors, notConfirmed } = evidence;
  const told = ANSWERS.filter(({ level }) => level !== 'absent' || totals.absent > 0);
  if (vendors.length + notConfirmed === 0) return null;
  const counts = told.map(({ level, word }) => `${totals[level]} ${word}`);
  return (
    <div className="feature-answer mb-5 font-sans text-sm text-ink">
      <p className="text-lg font-semibold tabular-nums">
        {[...counts, `${notConfirmed} ${NOT_CONFIRMED.toLowerCase()}`].join(', ')}
      </p>
      {told.map(({ level, word }) => {
        const named = vendors.filter(({ cell }) => cell.level === level).slice(0, NAMED);
        const more = totals[level] - named.length;
        if (totals[level] === 0) return null;
        return (
          <p key={level} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
            <span className="text-faint first-letter:uppercase">{word}:</span>
            {named.map(({ vendor, cell }) => (
              <a
                key={vendor.slug}
                href={`#${cellId(vendor.slug)}`}
                className="inline-flex min-h-6 items-center gap-1.5 underline-offset-4 hover:text-accent hover:underline"
              >
                <StrengthMark cell={cell} isBare />
                {vendor.name}
              </a>
            ))}
            {more > 0 && (
              <a href="#evidence" className="text-link min-h-6">
                {named.length > 0 ? `and ${more} more` : 'below'}
              </a>
            )}
          </p>
        );
      })}
    </div>
  );
}
