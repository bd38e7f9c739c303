import type { Cell } from './coverage-schema.ts';
import {
  AGE_WORDS,
  LEVEL_WORDS,
  NOT_CONFIRMED,
  type Strength,
  sayBeside,
  sayStrength,
  strengthOf,
} from './evidence-words.ts';

/** The style draws a mark before the words: told by shape, so that it prints and needs no color. */
export const levelClass = (level: Cell['level'] | null): string => `level level-${level ?? 'none'}`;

export function Level({ level }: { level: Cell['level'] | null }) {
  return <span className={levelClass(level)}>{level ? LEVEL_WORDS[level] : NOT_CONFIRMED}</span>;
}

/** The style draws all of it: the level fills the mark, the rank gives its outline, the age its grain. */
const drawn = (strength: Omit<Strength, 'year'> | null) => ({
  className: levelClass(strength?.level ?? null),
  'data-rank': strength?.isFirstHand === false ? 'second' : undefined,
  'data-age': strength?.age === 'dated' ? undefined : strength?.age,
});

interface StrengthMarkProps {
  /** Null is 'not confirmed'. */
  cell: Pick<Cell, 'level' | 'publisher' | 'pageDate'> | null;
  /** The mark alone, where a table has no room; screen readers get the words. */
  isBare?: boolean;
}

/** The one mark of a cell, wherever it stands. A page that was kept over a birthday may tell an age of yesterday. */
export function StrengthMark({ cell, isBare = false }: StrengthMarkProps) {
  const strength = cell && strengthOf(cell);
  const words = sayStrength(strength);
  if (isBare) {
    return (
      <span {...drawn(strength)} title={words} suppressHydrationWarning>
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
        <li key={words} {...drawn(sample)}>
          {words}
        </li>
      ))}
      <li className="level level-stated">Diamond: the vendor’s own word</li>
    </ul>
  );
}
