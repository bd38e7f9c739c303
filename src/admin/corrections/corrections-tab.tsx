import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { Row, RowFacts, RowLink } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';

const CORRECTIONS_PATH = '/api/corrections';

type Correction = ResponseOf<'get', typeof CORRECTIONS_PATH>['items'][number];

const STATES: { value: Correction['state']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'refused', label: 'Refused' },
  { value: 'merged', label: 'Merged' },
  { value: 'spam', label: 'Spam' },
];

/** The fate of the answer; nothing where nobody asked for one. */
const sayAnswer = ({ email, state, isAnswered }: Correction): string => {
  if (isAnswered) return 'answered by mail';
  if (!email || state === 'spam') return '';
  return state === 'open' ? `answer goes to ${email}` : `not answered: write to ${email}`;
};

const DECIDE = '/api/corrections/{id}/decide';

type Decision = Body<'POST', typeof DECIDE>;

/** Sends a decision; what was accepted opens in its form, with the report beside it. */
const useDecide = (id: number) => {
  const queryClient = useQueryClient();
  const { goTo } = useAdminAddress();
  return async (body: Decision) => {
    const { item, isAnswered } = await adminSend('POST', DECIDE, { params: { id }, body });
    const { done } = DECISIONS.find(({ value }) => value === body.decision) ?? SPAM;
    toastDone(`${done}${isAnswered ? ', and answered by mail' : ''}`);
    if (item) await refreshCollection(queryClient, item.collection);
    await queryClient.invalidateQueries(readAt(CORRECTIONS_PATH));
    if (item) await goTo(`${editorHref(item.collection, item.id)}?correction=${id}`);
    else focusTab();
  };
};

const DECISIONS = [
  { value: 'accept', label: 'Accept', action: 'Accept and edit', done: 'Accepted' },
  { value: 'refuse', label: 'Refuse', action: 'Refuse with this reason', done: 'Refused' },
  { value: 'merge', label: 'Merge', action: 'Merge', done: 'Merged' },
] as const;
const SPAM = { done: 'Marked as spam' };

type Asked = (typeof DECISIONS)[number]['value'];

/** The public words of a decision; a refusal needs them. */
function DecisionForm({ id, decision }: { id: number; decision: Asked }) {
  const decide = useDecide(id);
  const isMerge = decision === 'merge';
  return (
    <SendForm
      className="mt-3 grid max-w-prose gap-3"
      action={DECISIONS.find(({ value }) => value === decision)?.action}
      variant="primary"
      sayFailure={reasonOf}
      onSend={(read) => {
        const mergedInto = Number(read('mergedInto')) || undefined;
        return decide({ decision, reason: read('reason'), ...(isMerge ? { mergedInto } : {}) });
      }}
    >
      {isMerge && (
        <FormInput
          label="The same as correction no."
          name="mergedInto"
          inputMode="numeric"
          required
        />
      )}
      <FormInput
        label="Reason"
        name="reason"
        rows={3}
        maxLength={600}
        required={decision === 'refuse'}
        help="Shown in the public ledger, and in the answer."
      />
    </SendForm>
  );
}

/** One report: its page, what was written, and what to do with it. */
function CorrectionRow({ correction }: { correction: Correction }) {
  const { id, path, part, title, text, url, state, reason, mergedInto } = correction;
  const [asked, setAsked] = useState<Asked | null>(null);
  const decide = useDecide(id);
  const { run, isBusy } = useAction(CORRECTIONS_PATH);
  const name = `correction ${id}`;
  const details = [
    `No. ${id}`,
    `received ${formatDateTime(correction.receivedAt)}`,
    correction.decidedAt ? `decided ${formatDateTime(correction.decidedAt)}` : '',
    sayAnswer(correction),
  ];
  return (
    <Row
      look="work"
      aria-label={`Correction ${id}: ${title}`}
      title={title}
      href={path}
      marks={
        <>
          {part && <Badge>{part}</Badge>}
          {state !== 'open' && <Badge>{STATES.find(({ value }) => value === state)?.label}</Badge>}
        </>
      }
      footer={
        state === 'open' && (
          <>
            <div className="flex flex-wrap gap-2">
              {DECISIONS.map(({ value, label }) => (
                <RowButton
                  label={label}
                  name={`${label} ${name}`}
                  key={value}
                  variant={value === 'accept' ? 'primary' : 'secondary'}
                  aria-expanded={asked === value}
                  onClick={() => setAsked(asked === value ? null : value)}
                />
              ))}
              <RowButton
                label="Spam"
                name={`Mark ${name} as spam`}
                disabled={isBusy}
                onClick={() =>
                  void run(
                    () => decide({ decision: 'spam' }),
                    () => null,
                    reasonOf,
                  )
                }
              />
            </div>
            {asked && <DecisionForm key={asked} id={id} decision={asked} />}
          </>
        )
      }
    >
      <p className="mt-2 max-w-prose whitespace-pre-wrap wrap-anywhere">{text}</p>
      {url && <RowLink href={url} />}
      {reason && <p className="mt-1 max-w-prose wrap-anywhere">Our reason: {reason}</p>}
      {mergedInto !== null && <p className="mt-1">Merged into no. {mergedInto}</p>}
      <RowFacts>{details.filter(Boolean).join(', ')}</RowFacts>
    </Row>
  );
}

/** Reports of readers, by their outcome. */
export function CorrectionsTab() {
  const enabled = useMay('editor');
  const { chosen: state = 'open', choose } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) => adminQuery(CORRECTIONS_PATH, { state, ...part }), {
    enabled,
  });
  return (
    <TabFrame
      {...frame}
      title="Corrections"
      lead="What readers say is wrong. Reasons are public, what readers wrote is not."
      empty="Nothing here."
      tools={
        enabled ? (
          <ChoiceChips
            label="States"
            options={STATES}
            counts={data?.counts}
            chosen={state}
            onChoose={choose}
          />
        ) : (
          <p className="text-sm">Editors read and decide them.</p>
        )
      }
    >
      <ul className="mt-4">
        {data?.items.map((one) => (
          <CorrectionRow key={one.id} correction={one} />
        ))}
      </ul>
    </TabFrame>
  );
}
