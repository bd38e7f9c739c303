import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { PageWords } from '#modules/quotes/admin/page-words.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import type { Proposal } from './accept-form.tsx';

interface ProposalRowProps {
  proposal: Proposal;
  /** Its page is open. */
  isActive: boolean;
  isBusy: boolean;
  /** By their keys; those that the user may do. */
  actions: { a?: () => void; e?: () => void; r?: () => void };
  /** Other words of the page were chosen. */
  onQuote: (quote: string) => void;
}

const NAMES = { a: 'Accept', e: 'Edit', r: 'Refuse' } as const;
const ALL = ['a', 'e', 'r'] as const;

/** What is proposed, what stands there now, and the words of the page. */
export function ProposalRow(props: ProposalRowProps) {
  const { proposal, isActive, isBusy, actions, onQuote } = props;
  const { label, level, finding, value, quote, page, current } = proposal;
  const words = useQuery({
    ...adminQuery('/api/evidence-pages/{id}', { id: page.id }),
    enabled: isActive,
  });
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
          <h3 className="flex flex-wrap items-center gap-2 font-sans font-semibold">
            {label} <Badge>{level ?? 'fact'}</Badge>
          </h3>
          <p className="mt-1">{finding ?? value}</p>
          <blockquote cite={page.url} className="mt-1 border-l-2 border-rule pl-3 text-soft">
            {quote}
          </blockquote>
          <p className="mt-1 text-xs text-faint">
            <ExternalLink href={page.url}>{page.title ?? page.url}</ExternalLink>
            {current?.text
              ? ` Now: ${[current.level, current.text].filter(Boolean).join(': ')}`
              : ''}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {ALL.map((key) => {
            const act = actions[key];
            return (
              act && (
                <Button
                  key={key}
                  size="sm"
                  disabled={isBusy}
                  tabIndex={isActive ? 0 : -1}
                  aria-label={`${NAMES[key]} ${label}`}
                  aria-keyshortcuts={key}
                  onClick={act}
                >
                  {NAMES[key]}
                </Button>
              )
            );
          })}
        </div>
      </div>
      {isActive && words.data && (
        <div className="mt-3">
          <PageWords text={words.data.text} quote={quote} onQuote={onQuote} />
        </div>
      )}
    </>
  );
}
