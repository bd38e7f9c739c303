import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import { SelectionTools } from '#admin/list/selection-bar.tsx';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { type Selection, useSelection } from '#admin/list/use-selection.ts';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { useMay } from '#admin/may.tsx';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { type RowData, RowLink, Rows } from '#admin/parts/row.tsx';
import type { Offer } from '#admin/parts/row-actions.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

const PATH = '/api/corrections';

type Correction = ResponseOf<'get', typeof PATH>['items'][number];

const STATES: { value: Correction['state']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'In progress' },
  { value: 'changed', label: 'Accepted' },
  { value: 'refused', label: 'Refused' },
  { value: 'spam', label: 'Spam' },
];

const DONE: Partial<Record<Correction['state'], string>> = { merged: 'Merged' };
const wordOf = (state: Correction['state']) =>
  DONE[state] ?? STATES.find(({ value }) => value === state)?.label;

/** What happened to the answer; nothing where nobody asked for one. */
const sayAnswer = ({ email, state, isAnswered }: Correction): string => {
  if (isAnswered) return 'answered by e-mail';
  if (!email || state === 'spam') return '';
  const isPending = state === 'open' || state === 'accepted';
  return isPending ? `answer goes to ${email}` : `not answered: write to ${email}`;
};

const DECIDE = '/api/corrections/decide';

type Decision = Body<'POST', typeof DECIDE>['decision'];

const DONE_WORDS: Record<Decision, string> = {
  accept: 'accepted. Public once the edit is live',
  changed: 'accepted',
  reopen: 'open again',
  refuse: 'refused',
  spam: 'marked as spam',
};

/** Sends one decision about some corrections; one that was accepted opens in its form, with the report beside it. */
const useDecide = () => {
  const queryClient = useQueryClient();
  const { goTo } = useAdminAddress();
  return async (ids: number[], decision: Decision, reason?: string) => {
    const body = { ids, decision, ...(reason && { reason }) };
    const decided = await adminSend('POST', DECIDE, { body });
    const { length } = decided;
    const late = ids.length - length;
    toastDone(
      `${counted(length, 'correction', 'corrections')} ${DONE_WORDS[decision]}` +
        (late > 0 ? `. ${late} changed meanwhile` : ''),
    );
    const items = decided.flatMap(({ item }) => item ?? []);
    for (const name of new Set(items.map(({ collection }) => collection)))
      await refreshCollection(queryClient, name);
    await queryClient.invalidateQueries(readAt(PATH));
    const [item] = items;
    const opened = ids.length === 1 && decision === 'accept' ? item : undefined;
    if (opened) await goTo(`${editorHref(opened.collection, opened.id)}?correction=${ids[0]}`);
    else focusTab();
  };
};

type Decide = (decision: Decision, reason?: string) => Promise<void>;

const WITH_REASON = [
  { value: 'accept', label: 'Accept', action: 'Accept and edit' },
  { value: 'refuse', label: 'Refuse', action: 'Refuse with this reason' },
] as const;

interface DecisionFormProps {
  decision: (typeof WITH_REASON)[number];
  decide: Decide;
  /** Where it is about several. */
  action?: string;
}

/** The public words of a decision; a refusal needs them. */
function DecisionForm(props: DecisionFormProps) {
  const { decision, decide, action = props.decision.action } = props;
  const { value } = decision;
  return (
    <SendForm
      className="mt-3 grid max-w-prose gap-3"
      action={action}
      variant="primary"
      sayFailure={reasonOf}
      onSend={(read) => decide(value, read('reason'))}
    >
      <FormInput
        label="Reason"
        name="reason"
        rows={3}
        maxLength={600}
        required={value === 'refuse'}
        help={
          value === 'accept'
            ? 'Shown in the public ledger, and in the answer, once the edit is live.'
            : 'Shown in the public ledger, and in the answer.'
        }
      />
    </SendForm>
  );
}

/** What the desk can do with one that is not decided, or waits for its edit. */
const offersOf = ({ id, state, item }: Correction, decide: Decide): Offer[] => {
  const name = `correction ${id}`;
  if (state === 'accepted') {
    return [
      ...(item
        ? [
            {
              label: 'Edit',
              name: `Edit for ${name}`,
              href: `${editorHref(item.collection, item.id)}?correction=${id}`,
            },
          ]
        : []),
      {
        label: 'Page has changed',
        name: `Page has changed: ${name}`,
        work: () => decide('changed'),
        failed: reasonOf,
      },
      { label: 'Reopen', name: `Reopen ${name}`, work: () => decide('reopen'), failed: reasonOf },
    ];
  }
  if (state !== 'open') return [];
  return [
    ...WITH_REASON.map((decision) => ({
      label: decision.label,
      name: `${decision.label} ${name}`,
      variant: decision.value === 'accept' ? ('primary' as const) : ('secondary' as const),
      opens: () => <DecisionForm decision={decision} decide={decide} />,
    })),
    {
      label: 'Spam',
      name: `Mark ${name} as spam`,
      work: () => decide('spam'),
      failed: reasonOf,
    },
  ];
};

interface SelectedProps {
  selection: Selection;
  decide: Decide;
}

/** One decision about all that are selected. */
function DecideSelected({ selection, decide }: SelectedProps) {
  const [opened, setOpened] = useState<(typeof WITH_REASON)[number] | null>(null);
  const decideAll: Decide = async (...decision) => {
    await decide(...decision);
    setOpened(null);
    selection.clear();
  };
  const { run, isBusy } = useAction(PATH);
  return (
    <>
      <SelectionTools selection={selection}>
        {WITH_REASON.map((decision) => (
          <Button
            key={decision.value}
            size="sm"
            aria-expanded={opened === decision}
            onClick={() => setOpened(opened === decision ? null : decision)}
          >
            {decision.label}
          </Button>
        ))}
        <Button
          size="sm"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => decideAll('spam'),
              () => null,
              reasonOf,
            )
          }
        >
          Spam
        </Button>
      </SelectionTools>
      {opened && selection.selected.length > 0 && (
        <DecisionForm
          key={opened.value}
          decision={opened}
          decide={decideAll}
          action={`${opened.label} ${selection.selected.length}`}
        />
      )}
    </>
  );
}

/** Reports of readers, by their outcome. */
export function CorrectionsTab() {
  const enabled = useMay('editor');
  const { chosen: state, chips } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) => adminQuery(PATH, { state, ...part }), { enabled });
  const decide = useDecide();

  const selection = useSelection(state === 'open' ? (data?.items.map(({ id }) => id) ?? []) : []);

  /** One report: its page, what was written, and what to do with it. */
  const row = (correction: Correction): RowData => {
    const { id, path, part, title, text, url, reason, mergedInto, decidedAt } = correction;
    const isOpen = correction.state === 'open';
    return {
      key: id,
      'aria-label': `Correction ${id}: ${title}`,
      title,
      href: path,
      marks: (
        <>
          {part && <Badge>{part}</Badge>}
          {correction.isFromVendor && <Badge>Says: works for the vendor</Badge>}
          {!isOpen && <Badge>{wordOf(correction.state)}</Badge>}
        </>
      ),
      lead: isOpen && <SelectBox id={id} title={`correction ${id}`} selection={selection} />,
      offers: offersOf(correction, (...decision) => decide([id], ...decision)),
      children: (
        <>
          <p className="mt-2 max-w-prose whitespace-pre-wrap wrap-anywhere">{text}</p>
          {url && <RowLink href={url} />}
          {reason && <p className="mt-1 max-w-prose wrap-anywhere">Our reason: {reason}</p>}
          {mergedInto !== null && <p className="mt-1">Merged into no. {mergedInto}</p>}
        </>
      ),
      facts: [
        `No. ${id}`,
        `received ${formatDateTime(correction.receivedAt)}`,
        decidedAt && `decided ${formatDateTime(decidedAt)}`,
        sayAnswer(correction),
      ]
        .filter(Boolean)
        .join(', '),
    };
  };

  return (
    <TabFrame
      {...frame}
      title="Corrections"
      lead="What readers reported. A decision and its reason are public, an accepted one once its edit is live. What readers wrote is not."
      empty="Nothing here."
      tools={
        enabled ? (
          <ChoiceChips {...chips} label="States" counts={data?.counts} />
        ) : (
          <p className="text-sm">Editors read and decide them.</p>
        )
      }
    >
      {state === 'open' && (
        <DecideSelected
          selection={selection}
          decide={(...decision) => decide(selection.selected, ...decision)}
        />
      )}
      <Rows at={PATH} look="work" items={data?.items} row={row} className="mt-4" />
    </TabFrame>
  );
}
