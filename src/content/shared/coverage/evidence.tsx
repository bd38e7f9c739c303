import type { ReactNode } from 'react';
import { fragmentOf } from '#modules/page-text/text-fragment.ts';
import { ExternalLink, SomethingWrong } from '#ui/external-link.tsx';
import { formatDate } from '../format-date.ts';
import type { Cell, Read } from './coverage-schema.ts';
import {
  AGE_WORDS,
  hostOf,
  LEVEL_WORDS,
  NOT_CONFIRMED,
  publisherOf,
  rankOf,
  readingOf,
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
    <ul aria-label="What the marks mean" className={`level-legend ${className}`} data-text="none">
      {SAMPLES.map(({ words, sample }) => (
        <li key={words} {...drawn(sample)}>
          {words}
        </li>
      ))}
    </ul>
  );
}

interface About {
  /** The fact or cell, for whoever finds it wrong: '/vendors/addepar#hosting'. */
  about: string;
}

/** The words of the page. */
export const Quotation = ({ quote, url }: Pick<Read, 'quote' | 'url'>) =>
  quote ? <blockquote cite={url ?? undefined}>“{quote}”</blockquote> : null;

export const SourceLink = ({ url, quote }: { url: string; quote?: Read['quote'] }) => (
  <ExternalLink href={quote ? fragmentOf(url, quote) : url}>{hostOf(url)}</ExternalLink>
);

interface EvidenceTextProps extends Read, About {
  /** Which part of a list it is about, as recorded. */
  part?: string | null | undefined;
}

export function EvidenceText(read: EvidenceTextProps) {
  const { part, finding, url, publisher, checkedOn, checkedBy, readIn, note, quote, about } = read;
  return (
    <div className="evidence-text">
      {part && <p className="font-medium">{part}</p>}
      {finding && <p>{finding}</p>}
      <Quotation {...read} />
      <p className="evidence-source">
        {publisher && `${rankOf(publisher)}, published by ${publisherOf(publisher)}: `}
        {url && <SourceLink url={url} quote={quote} />}
        {`, ${readingOf(read)}`}
        {checkedOn && (
          <>
            , {readIn === 'live' ? 'read live on' : 'checked'}{' '}
            <time dateTime={checkedOn}>{formatDate(checkedOn)}</time>
            {checkedBy && ` by ${checkedBy}`}
          </>
        )}
        .
      </p>
      {note && <p className="evidence-source">{note}</p>}
      <SomethingWrong about={about} />
    </div>
  );
}

/** A native details element, so that it works without script and prints open; of a fact, HTML allows only words in the summary. */
export function Opens({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="evidence">
      <summary className="touch">{summary}</summary>
      {children}
    </details>
  );
}

/** Where no page was read: whoever knows of one can say so. */
const NothingRead = ({ about }: About) => (
  <div className="evidence-text no-print">
    <SomethingWrong about={about} />
  </div>
);

interface EvidenceProps extends About {
  cell: Cell | null;
  isBare?: boolean;
}

/** A mark that opens its evidence. */
export function Evidence({ cell, isBare = false, about }: EvidenceProps) {
  return (
    <Opens summary={<StrengthMark cell={cell} isBare={isBare} />}>
      {cell ? <EvidenceText {...cell} about={about} /> : <NothingRead about={about} />}
    </Opens>
  );
}

interface FactEvidenceProps extends About {
  sources: readonly (Read & { value?: string | null | undefined })[];
  /** HTML allows only words in a summary, so a list stands above its sources. */
  isList?: boolean;
  children: ReactNode;
}

export function FactEvidence({ sources, isList = false, about, children }: FactEvidenceProps) {
  const count = sources.length === 1 ? '1 source' : `${sources.length || 'No'} sources`;
  return (
    <>
      {isList && children}
      <Opens
        summary={
          <span>{isList ? <span className="text-xs text-faint">{count}</span> : children}</span>
        }
      >
        {sources.map((source, index) => (
          // Of a list each source tells its own part; any other fact stands in the summary already.
          <EvidenceText key={index} {...source} part={isList ? source.value : null} about={about} />
        ))}
        {sources.length === 0 && <NothingRead about={about} />}
      </Opens>
    </>
  );
}
