import { EvidenceText, Opens } from '#content/shared/coverage/evidence.tsx';
import { byTopic, newestFirst, sayVersion, TOPICS } from '#content/shared/events-and-terms.ts';
import { formatPartialDate } from '#content/shared/format-date.ts';
import { asWords } from '#platform/words.ts';
import type { ContractTerm, Vendor, VendorEvent } from '../vendors.collection.ts';

const ROW =
  'grid break-inside-avoid gap-x-8 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]';

interface SentenceProps {
  row: VendorEvent | ContractTerm;
  about: string;
  part?: string | null;
}

/** A sentence that opens what it rests on. */
function Sentence({ row, about, part }: SentenceProps) {
  return (
    <Opens summary={<span>{row.sentence}</span>}>
      <EvidenceText {...row} part={part} about={about} />
    </Opens>
  );
}

/** Newest first. */
export function OwnerAndEvents({ vendor }: { vendor: Vendor }) {
  return (
    <ol className="border-t border-line text-sm">
      {newestFirst(vendor.events).map((event) => (
        <li key={event.sentence} className={ROW}>
          <div>
            {event.date ? (
              <time dateTime={event.date} className="tabular-nums">
                {formatPartialDate(event.date)}
              </time>
            ) : (
              'Undated'
            )}
            <p className="text-xs text-faint">{asWords(event.kind)}</p>
          </div>
          <div className="min-w-0">
            <Sentence row={event} about={`/vendors/${vendor.slug}#events`} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** By topic, in the order of a contract; what no page says is named below. */
export function ContractTerms({ vendor }: { vendor: Vendor }) {
  const topics = byTopic(vendor.contractTerms);
  const silent = topics.filter(({ terms }) => terms.length === 0);
  return (
    <>
      <dl className="border-t border-line text-sm">
        {topics
          .filter(({ terms }) => terms.length > 0)
          .map(({ topic, terms }) => (
            <div key={topic} className={ROW}>
              <dt className="text-faint">{TOPICS[topic].label}</dt>
              {terms.map((term) => (
                <dd key={term.sentence} className="min-w-0 sm:col-start-2">
                  <Sentence
                    row={term}
                    part={sayVersion(term.version)}
                    about={`/vendors/${vendor.slug}#contract`}
                  />
                </dd>
              ))}
            </div>
          ))}
      </dl>
      {silent.length > 0 && (
        <p className="pt-2.5 text-xs text-faint">
          Not published on the pages we read:{' '}
          {silent
            .map(({ topic }) => TOPICS[topic].label)
            .join(', ')
            .toLowerCase()}
          .
        </p>
      )}
    </>
  );
}
