import { useState } from 'react';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { type Correction, STATES, sayAnswer } from './correction-words.ts';
import { type Asked, DECISIONS, DecisionForm } from './decision-form.tsx';
import { useDecide } from './use-decide.ts';

/** One report: its page, what was written, and what to do with it. */
export function CorrectionRow({ correction }: { correction: Correction }) {
  const { id, path, part, title, text, url, state, reason, mergedInto } = correction;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { decide, isBusy } = useDecide(id);
  const name = `correction ${id}`;
  const details = [
    `No. ${id}`,
    `received ${formatDateTime(correction.receivedAt)}`,
    correction.decidedAt ? `decided ${formatDateTime(correction.decidedAt)}` : '',
    sayAnswer(correction),
  ];
  return (
    <li className="border-t border-line py-4 text-sm" aria-label={`Correction ${id}: ${title}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">
          <a href={path} className="hover:text-accent">
            {title}
          </a>
        </h3>
        {part && <Badge>{part}</Badge>}
        {state !== 'open' && <Badge>{STATES.find(({ value }) => value === state)?.label}</Badge>}
      </div>
      <p className="mt-2 max-w-prose whitespace-pre-wrap wrap-anywhere">{text}</p>
      {url && (
        <p className="mt-1 break-all">
          <ExternalLink href={url}>{url}</ExternalLink>
        </p>
      )}
      {reason && <p className="mt-1 max-w-prose wrap-anywhere">Our reason: {reason}</p>}
      {mergedInto !== null && <p className="mt-1">Merged into no. {mergedInto}</p>}
      <p className="mt-1 text-xs text-faint">{details.filter(Boolean).join(', ')}</p>
      {state === 'open' && (
        <div className="mt-3 flex flex-wrap gap-2">
          {DECISIONS.map(({ value, label }) => (
            <Button
              key={value}
              size="sm"
              variant={value === 'accept' ? 'primary' : 'secondary'}
              aria-label={`${label} ${name}`}
              aria-expanded={asked === value}
              onClick={() => setAsked(asked === value ? null : value)}
            >
              {label}
            </Button>
          ))}
          <Button
            size="sm"
            disabled={isBusy}
            aria-label={`Mark ${name} as spam`}
            onClick={() => void decide({ decision: 'spam' })}
          >
            Spam
          </Button>
        </div>
      )}
      {state === 'open' && asked && <DecisionForm key={asked} id={id} decision={asked} />}
    </li>
  );
}
