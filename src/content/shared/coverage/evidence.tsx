import type { Publisher, ReadIn } from '#content/coverage/coverage.collection.ts';
import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { ExternalLink, SomethingWrong } from '#ui/external-link.tsx';
import { hostOf, publisherOf, rankOf, readingOf } from './evidence-words.ts';
import { StrengthMark } from './strength-mark.tsx';

export interface Read {
  /** Which part of a list it is about, as recorded. */
  part?: string | null | undefined;
  finding?: string | null | undefined;
  url?: string | null | undefined;
  publisher?: Publisher | null | undefined;
  pageDate?: string | null | undefined;
  checkedOn?: string | null | undefined;
  checkedBy?: string | null | undefined;
  readIn?: ReadIn | null | undefined;
  note?: string | null | undefined;
  /** The fact or cell, for whoever finds it wrong: '/vendors/addepar#hosting'. */
  about?: string | undefined;
}

export function EvidenceText(read: Read) {
  const { part, finding, url, publisher, checkedOn, checkedBy, readIn, note, about } = read;
  return (
    <div className="evidence-text">
      {part && <p className="font-medium">{part}</p>}
      {finding && <p>{finding}</p>}
      <p className="evidence-source">
        {publisher && `${rankOf(publisher)}, published by ${publisherOf(publisher)}: `}
        {url && <ExternalLink href={url}>{hostOf(url)}</ExternalLink>}
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
      {about && <SomethingWrong about={about} />}
    </div>
  );
}

/** A mark that opens its evidence; a native details element, so that it works without script and prints open. */
export function Evidence({ cell, isBare = false, about }: EvidenceProps) {
  if (!cell) return <StrengthMark cell={null} isBare={isBare} />;
  return (
    <details className="evidence">
      <summary className="touch">
        <StrengthMark cell={cell} isBare={isBare} />
      </summary>
      <EvidenceText {...cell} about={about} />
    </details>
  );
}

interface EvidenceProps extends Pick<Read, 'about'> {
  cell: Cell | null;
  isBare?: boolean;
}
