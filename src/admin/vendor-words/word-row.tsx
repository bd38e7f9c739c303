import { useState } from 'react';
import { adminHref } from '#admin/address.ts';
import { May } from '#admin/may.tsx';
import { useNames } from '#admin/people/people.tsx';
import { ReplaceForm } from '#admin/upkeep/replace-form.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';

export type Word = ResponseOf<'get', '/api/vendor-words'>['items'][number];

const STATES_THAT = {
  documented: 'states that it does',
  partial: 'states that it does in part',
  absent: 'states that it does not',
} as const;

interface WordRowProps {
  word: Word;
  /** The tab that has the finder. */
  evidenceIn: string;
  onDecide: (decision: 'show' | 'refuse', reason?: string) => Promise<void>;
}

/** One word: who says it of what, and the two decisions. */
export function WordRow({ word, evidenceIn, onDecide }: WordRowProps) {
  const { vendor, feature, level, text, documentedAt, domain, email, state } = word;
  const [isRefusing, setIsRefusing] = useState(false);
  const nameOf = useNames();
  const [isBusy, setIsBusy] = useState(false);
  const about = `${vendor.name}: ${feature?.name ?? 'its reply'}`;
  const decide = async (...decision: Parameters<typeof onDecide>) => {
    setIsBusy(true);
    await onDecide(...decision);
    setIsBusy(false);
  };
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line py-4 text-sm">
      <div className="min-w-0 flex-1 basis-80 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-sans font-semibold">{about}</h3>
          <Badge>{level ? STATES_THAT[level] : 'reply'}</Badge>
        </div>
        {text && <p className="mt-1 max-w-3xl text-soft">{text}</p>}
        {documentedAt && (
          <p className="mt-1">
            <ExternalLink href={documentedAt}>{documentedAt}</ExternalLink>{' '}
            {state === 'shown' && (
              <a
                href={adminHref({ name: evidenceIn }, '', { vendor: vendor.slug, find: '1' })}
                className="text-link"
              >
                Find evidence there
              </a>
            )}
          </p>
        )}
        <p className="mt-1 text-xs text-faint">
          {email ?? domain}, {word.statedOn}
          {word.decidedBy && `; ${state} by ${nameOf(word.decidedBy)}`}
          {word.reason && `: ${word.reason}`}
        </p>
        {isRefusing && (
          <ReplaceForm
            label={`Why is ${about} refused?`}
            start=""
            action="Refuse"
            isBusy={isBusy}
            onSend={(reason) => void decide('refuse', reason)}
          />
        )}
      </div>
      <May least="publisher">
        <div className="flex flex-wrap gap-2">
          {state !== 'shown' && (
            <Button
              size="sm"
              disabled={isBusy}
              aria-label={`Show ${about}`}
              onClick={() => void decide('show')}
            >
              Show
            </Button>
          )}
          {state !== 'refused' && !isRefusing && (
            <Button size="sm" aria-label={`Refuse ${about}`} onClick={() => setIsRefusing(true)}>
              Refuse
            </Button>
          )}
        </div>
      </May>
    </li>
  );
}
