import type { ReactNode } from 'react';
import { formatDate } from '#content/shared/format-date.ts';
import { fragmentOf } from '#modules/page-text/text-fragment.ts';
import { ExternalLink, SomethingWrong } from '#ui/external-link.tsx';
import type { Cell, Read, Stated } from './coverage-schema.ts';
import { hostOf, publisherOf, rankOf, readingOf } from './evidence-words.ts';
import { StrengthMark } from './strength-mark.tsx';

interface About {
  /** The fact or cell, for whoever finds it wrong: '/vendors/addepar#hosting'. */
  about: string;
}

/** The words of the page, and since when they no longer stand there. */
export function Quotation(read: Pick<Read, 'quote' | 'url' | 'quoteGoneSince'>) {
  const { quote, url, quoteGoneSince } = read;
  return (
    <>
      {quote && <blockquote cite={url ?? undefined}>“{quote}”</blockquote>}
      {quoteGoneSince && <p>{`No longer on the page since ${formatDate(quoteGoneSince)}`}</p>}
    </>
  );
}

export const SourceLink = ({ url, quote }: { url: string; quote?: Read['quote'] }) => (
  <ExternalLink href={quote ? fragmentOf(url, quote) : url}>{hostOf(url)}</ExternalLink>
);

interface EvidenceTextProps extends Read, About {
  /** Which part of a list it is about, as recorded. */
  part?: string | null | undefined;
}

export function EvidenceText(read: EvidenceTextProps) {
  const { part, finding, url, publisher, checkedOn, checkedBy, readIn, note, about } = read;
  const { quote, foundWith } = read;
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
        {foundWith && `, found with ${foundWith}`}.
      </p>
      {note && <p className="evidence-source">{note}</p>}
      <SomethingWrong about={about} />
    </div>
  );
}

/** Where no page was read: whoever knows of one can say so. */
const NothingRead = ({ about }: About) => (
  <div className="evidence-text no-print">
    <SomethingWrong about={about} />
  </div>
);

/** A mark that opens its evidence; a native details element, so that it works without script and prints open. */
export function Evidence({ cell, stated, isBare = false, about }: EvidenceProps) {
  return (
    <>
      <details className="evidence">
        <summary className="touch">
          <StrengthMark cell={cell} isBare={isBare} />
        </summary>
        {cell ? <EvidenceText {...cell} about={about} /> : <NothingRead about={about} />}
      </details>
      <StatedMark stated={stated} isBare={isBare} about={about} />
    </>
  );
}

interface EvidenceProps extends About {
  cell: Cell | null;
  /** The vendor's own word, below. */
  stated?: Stated | null | undefined;
  isBare?: boolean;
}

/** The vendor's own word, drawn in its own way: it opens what was said, from where and when. */
export function StatedMark({ stated, isBare = false, about }: Omit<EvidenceProps, 'cell'>) {
  if (!stated) return null;
  const { level, says, text, url, domain, statedOn } = stated;
  return (
    <details className="evidence">
      <summary className="touch">
        <span className="level level-stated" data-stated={level} title={says}>
          <span className={isBare ? 'sr-only' : undefined}>{says}</span>
        </span>
      </summary>
      <div className="evidence-text">
        <p>{text}</p>
        <p className="evidence-source">
          Stated by {domain}, {formatDate(statedOn)} {url && <SourceLink url={url} />}
        </p>
        <SomethingWrong about={about} />
      </div>
    </details>
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
      <details className="evidence">
        <FactSummary>
          {isList ? <span className="text-xs text-faint">{count}</span> : children}
        </FactSummary>
        {sources.map((source, index) => (
          // Of a list each source tells its own part; any other fact stands in the summary already.
          <EvidenceText key={index} {...source} part={isList ? source.value : null} about={about} />
        ))}
        {sources.length === 0 && <NothingRead about={about} />}
      </details>
    </>
  );
}

/** The fact itself, with the mark of what opens; a line under a whole sentence would be heavy. */
export function FactSummary({ children }: { children: ReactNode }) {
  return (
    <summary className="touch">
      <span>{children}</span>
    </summary>
  );
}
