import { useState } from 'react';
import { adminHref } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May, useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { Row, RowFacts, RowLink } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { ReplaceForm } from '#admin/upkeep/replace-form.tsx';
import { useAction } from '#admin/use-action.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';

const PATH = '/api/vendor-words';
const DECIDE = '/api/vendor-words/{id}/decide';

const STATES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'shown', label: 'Shown' },
  { value: 'refused', label: 'Refused' },
] as const;

/** Statements of vendors on themselves, one by one: shown as their word, or refused. */
export function WordsTab() {
  const enabled = useMay('editor');
  const { chosen: state = 'pending', choose } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) => adminQuery(PATH, { state, ...part }), { enabled });
  return (
    <TabFrame
      {...frame}
      title="Vendors’ word"
      lead="What somebody at a vendor’s own domain states. Shown, it stands beside the evidence as ‘the vendor states’ and never counts as documented."
      empty="Nothing here."
      tools={
        enabled ? (
          <ChoiceChips
            label="Show"
            options={STATES}
            counts={data?.counts}
            chosen={state}
            onChoose={choose}
          />
        ) : (
          <p className="text-sm">Editors read them, publishers decide.</p>
        )
      }
    >
      <ul className="mt-4">
        {data?.items.map((word) => (
          <WordRow key={word.id} word={word} evidenceIn={data.evidenceIn} />
        ))}
      </ul>
    </TabFrame>
  );
}

type Word = ResponseOf<'get', typeof PATH>['items'][number];

const STATES_THAT = {
  documented: 'states that it does',
  partial: 'states that it does in part',
  absent: 'states that it does not',
} as const;

interface WordRowProps {
  word: Word;
  /** The tab that has the finder. */
  evidenceIn: string;
}

/** One word: who says it of what, and the two decisions. */
function WordRow({ word, evidenceIn }: WordRowProps) {
  const { id, vendor, feature, level, text, documentedAt, domain, email, state } = word;
  const [isRefusing, setIsRefusing] = useState(false);
  const nameOf = useNames();
  const { run, isBusy } = useAction(PATH);
  const about = `${vendor.name}: ${feature?.name ?? 'its reply'}`;
  const decide = (body: Body<'POST', typeof DECIDE>) =>
    run(
      () => adminSend('POST', DECIDE, { params: { id }, body }),
      `${vendor.name}: ${body.decision === 'show' ? 'shown as its word' : 'refused'}`,
      reasonOf,
    );
  return (
    <Row
      look="work"
      title={about}
      marks={<Badge>{level ? STATES_THAT[level] : 'reply'}</Badge>}
      actions={
        <May least="publisher">
          {state !== 'shown' && (
            <RowButton
              label="Show"
              name={`Show ${about}`}
              disabled={isBusy}
              onClick={() => void decide({ decision: 'show' })}
            />
          )}
          {state !== 'refused' && !isRefusing && (
            <RowButton
              label="Refuse"
              name={`Refuse ${about}`}
              onClick={() => setIsRefusing(true)}
            />
          )}
        </May>
      }
    >
      {text && <p className="mt-1 max-w-3xl wrap-anywhere text-soft">{text}</p>}
      {documentedAt && (
        <RowLink href={documentedAt}>
          {state === 'shown' && (
            <a
              href={adminHref({ name: evidenceIn }, '', { vendor: vendor.slug, find: '1' })}
              className="text-link"
            >
              Find evidence there
            </a>
          )}
        </RowLink>
      )}
      <RowFacts>
        {email ?? domain}, {word.statedOn}
        {word.decidedBy && `; ${state} by ${nameOf(word.decidedBy)}`}
        {word.reason && `: ${word.reason}`}
      </RowFacts>
      {isRefusing && (
        <ReplaceForm
          label={`Why is ${about} refused?`}
          start=""
          action="Refuse"
          onSend={(reason) => decide({ decision: 'refuse', reason })}
        />
      )}
    </Row>
  );
}
