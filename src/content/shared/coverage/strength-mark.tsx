import type { Cell } from './coverage-groups.ts';
import { LEVEL_WORDS, NOT_CONFIRMED } from './evidence-words.ts';
import { AGE_WORDS, type Strength, sayBeside, sayStrength, strengthOf } from './strength.ts';

/** The style draws a mark before the words: told by shape, so that it prints and needs no color. */
export const levelClass = (level: Cell['level'] | null): string => `level level-${level ?? 'none'}`;

export function Level({ level }: { level: Cell['level'] | null }) {
  return <span className={levelClass(level)}>{level ? LEVEL_WORDS[level] : NOT_CONFIRMED}</span>;
}

type Told = Pick<Cell, 'level' | 'publisher' | 'pageDate'>;

interface StrengthMarkProps {
  /** Null is 'not confirmed'. */
  cell: Told | null;
  /** The mark alone, where a table has no room; screen readers get the words. */
  isBare?: boolean;
}

/** The style draws all of it: the level fills the mark, the rank gives its outline, the age its grain. */
const drawn = ({ level, isFirstHand, age }: Omit<Strength, 'year'>) => ({
  className: levelClass(level),
  'data-rank': isFirstHand ? undefined : 'second',
  'data-age': age === 'dated' ? undefined : age,
});

/** The one mark of a cell, wherever it stands. A page that was kept over a birthday may tell an age of yesterday. */
export function StrengthMark({ cell, isBare = false }: StrengthMarkProps) {
  const strength = cell && strengthOf(cell);
  if (isBare) {
    const words = sayStrength(strength);
    const parts = strength ? drawn(strength) : { className: levelClass(null) };
    return (
      <span {...parts} title={words} suppressHydrationWarning>
        <span className="sr-only" suppressHydrationWarning>
          {words}
        </span>
      </span>
    );
  }
  if (!strength) return <Level level={null} />;
  return (
    <span {...drawn(strength)} suppressHydrationWarning>
      <span>
        {LEVEL_WORDS[strength.level]}
        <span className="level-beside">{sayBeside(strength)}</span>
      </span>
    </span>
  );
}

const SAMPLE = { level: 'documented', isFirstHand: true, age: 'dated' } as const;

const SAMPLES: { words: string; sample: Omit<Strength, 'year'> | null }[] = [
  { words: LEVEL_WORDS.documented, sample: SAMPLE },
  { words: LEVEL_WORDS.partial, sample: { ...SAMPLE, level: 'partial' } },
  { words: LEVEL_WORDS.absent, sample: { ...SAMPLE, level: 'absent' } },
  { words: NOT_CONFIRMED, sample: null },
  {
    words: 'Square: second hand, not the vendor’s own page',
    sample: { ...SAMPLE, isFirstHand: false },
  },
  { words: `Ruled: page ${AGE_WORDS.old}`, sample: { ...SAMPLE, age: 'old' } },
  { words: `Dotted: page ${AGE_WORDS.undated}`, sample: { ...SAMPLE, age: 'undated' } },
];

export function StrengthLegend({ className = '' }: { className?: string }) {
  return (
    <ul aria-label="What the marks mean" className={`level-legend ${className}`}>
      {SAMPLES.map(({ words, sample }) => (
        <li key={words} {...(sample ? drawn(sample) : { className: levelClass(null) })}>
          {words}
        </li>
      ))}
      <li className="level level-stated">Diamond: the vendor’s own word</li>
    </ul>
  );
}
