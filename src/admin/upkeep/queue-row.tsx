import { adminHref } from '#admin/address.ts';
import { collectionNamed } from '#admin/collections.ts';
import type { RowProps } from '#admin/keys/use-row-keys.ts';
import { May } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { canVerify, kindOf, type QueueEntry, quoteIdOf } from './queue-words.ts';
import { QuoteDecision } from './quote-decision.tsx';

interface QueueRowProps {
  entry: QueueEntry;
  rowProps: RowProps;
  onVerify: () => void;
}

/** One due check: its item, its reason, its age and its actions. */
export function QueueRow({ entry, rowProps, onVerify }: QueueRowProps) {
  const { title, detail, url, since, reads, collection, id, kind } = entry;
  const quoteId = quoteIdOf(entry);
  const type = collectionNamed(collection)?.label.one ?? collection;
  return (
    <li
      data-entry
      {...rowProps}
      aria-label={`${kindOf(entry)?.label}: ${title}`}
      className="aria-[current=true]:shadow-[-2px_0_var(--color-accent)] flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line py-4 text-sm focus-visible:bg-sunken"
    >
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-sans font-semibold break-words">{title}</h3>
          <Badge tone={/^dead-|^gone-/.test(kind) ? 'warn' : 'neutral'}>
            {kindOf(entry)?.label}
          </Badge>
        </div>
        {detail !== kindOf(entry)?.label && (
          <p className="mt-1 max-w-3xl break-words text-soft">{detail}</p>
        )}
        {url && (
          <p className="mt-1 break-all">
            <ExternalLink href={url}>{url}</ExternalLink>
          </p>
        )}
        <p className="mt-1 text-xs text-faint">
          {type}, since {since.slice(0, 10)}, read {reads === 1 ? 'once' : `${reads} times`} in 30
          days
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <May least="editor">
          <ButtonLink size="sm" href={editorHref(collection, id)} aria-label={`Edit ${title}`}>
            Edit
          </ButtonLink>
        </May>
        <May least="publisher">
          {canVerify(entry) && (
            <Button size="sm" aria-label={`Mark verified: ${title}`} onClick={onVerify}>
              Mark verified
            </Button>
          )}
          {kind === 'dead-link' && url && (
            <ButtonLink
              size="sm"
              href={adminHref('link-checks', '', { q: url })}
              aria-label={`Replace ${url}`}
            >
              Replace address
            </ButtonLink>
          )}
        </May>
      </div>
      {quoteId !== null && <QuoteDecision entry={entry} id={quoteId} />}
    </li>
  );
}
