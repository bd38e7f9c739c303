import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { pageOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame, TabPages } from '#admin/list/tab-frame.tsx';
import { May, useMay } from '#admin/may.tsx';
import { useNames } from '#admin/people/people.tsx';
import { toastOutcome } from '#admin/toast.ts';
import { ReplaceForm } from '#admin/upkeep/replace-form.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ExternalLink } from '#ui/external-link.tsx';

const PATH = '/api/vendor-words';

const STATES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'shown', label: 'Shown' },
  { value: 'refused', label: 'Refused' },
] as const;

/** Statements of vendors on themselves, one by one: shown as their word, or refused. */
export function WordsTab() {
  const { search, changeSearch } = useAdminAddress();
  const queryClient = useQueryClient();
  const mayRead = useMay('editor');
  const state = STATES.find(({ value }) => value === search.state)?.value ?? 'pending';
  const { data, error } = useQuery({
    ...adminQuery(PATH, { state, ...partOf(pageOf(search)) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled: mayRead,
  });

  const decide = async ({ id, vendor }: Word, decision: 'show' | 'refuse', reason?: string) => {
    const isDone = await toastOutcome(
      () =>
        adminSend('POST', '/api/vendor-words/{id}/decide', {
          params: { id },
          body: { decision, reason },
        }),
      `${vendor.name}: ${decision === 'show' ? 'shown as its word' : 'refused'}`,
      (failure) => serverMessage(failure) ?? messageOf(failure),
    );
    if (isDone) await queryClient.invalidateQueries(readAt(PATH));
  };

  return (
    <TabFrame
      title="Vendors’ word"
      lead="What somebody at a vendor’s own domain states. Shown, it stands beside the evidence as ‘the vendor states’ and never counts as documented."
      error={error}
      count={mayRead ? data?.items.length : null}
      empty="Nothing here."
      tools={
        mayRead ? (
          <fieldset aria-label="Show" className="flex min-w-0 flex-wrap gap-2">
            {STATES.map(({ value, label }) => (
              <Chip
                key={value}
                selected={value === state}
                count={data?.counts[value] ?? 0}
                onClick={() => void changeSearch({ page: '', state: value }, 'vendor-words')}
              >
                {label}
              </Chip>
            ))}
          </fieldset>
        ) : (
          <p className="text-sm">Editors read them, publishers decide.</p>
        )
      }
    >
      <ul className="mt-4">
        {(data?.items ?? []).map((word) => (
          <WordRow
            key={word.id}
            word={word}
            evidenceIn={data?.evidenceIn ?? ''}
            onDecide={(decision, reason) => decide(word, decision, reason)}
          />
        ))}
      </ul>
      <TabPages tab="vendor-words" total={data?.total} />
    </TabFrame>
  );
}

type Word = ResponseOf<'get', '/api/vendor-words'>['items'][number];

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
function WordRow({ word, evidenceIn, onDecide }: WordRowProps) {
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
