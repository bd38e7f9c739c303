import type { Publisher } from '#content/coverage/coverage.collection.ts';
import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { ExternalLink } from '#ui/external-link.tsx';
import { ageOf, publisherOf, rankOf } from './evidence-words.ts';
import { Level } from './level-mark.tsx';

const hostOf = (url: string) =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;

export interface Read {
  /** Which part of a list it is about, as recorded. */
  part?: string | null | undefined;
  finding?: string | null | undefined;
  url?: string | null | undefined;
  publisher?: Publisher | null | undefined;
  pageDate?: string | null | undefined;
  checkedOn?: string | null | undefined;
  checkedBy?: string | null | undefined;
  note?: string | null | undefined;
}

/** What was read, who published it, where it stands, how old it is, when it was checked and by whom. */
export function EvidenceText(read: Read) {
  const { part, finding, url, publisher, pageDate, checkedOn, checkedBy, note } = read;
  return (
    <div className="evidence-text">
      {part && <p className="font-medium">{part}</p>}
      {finding && <p>{finding}</p>}
      <p className="evidence-source">
        {publisher && `${rankOf(publisher)}, published by ${publisherOf(publisher)}: `}
        {url && <ExternalLink href={url}>{hostOf(url)}</ExternalLink>}
        {`, ${ageOf(pageDate)}`}
        {checkedOn && (
          <>
            , checked <time dateTime={checkedOn}>{formatDate(checkedOn)}</time>
            {checkedBy && ` by ${checkedBy}`}
          </>
        )}
        .
      </p>
      {note && <p className="evidence-source">{note}</p>}
    </div>
  );
}

/** A level that opens its evidence; a native details element, so that it works without script and prints open. */
export function Evidence({ cell }: { cell: Cell | null }) {
  if (!cell) return <Level level={null} />;
  return (
    <details className="evidence">
      <summary className="touch">
        <Level level={cell.level} />
      </summary>
      <EvidenceText {...cell} />
    </details>
  );
}
