import { useQueryClient } from '@tanstack/react-query';
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
import { type RowData, RowLink, Rows } from '#admin/parts/row.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastDone } from '#admin/toast.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';

const PATH = '/api/corrections';

type Correction = ResponseOf<'get', typeof PATH>['items'][number];

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
const useDecide = () => {
  const queryClient = useQueryClient();
  const { goTo } = useAdminAddress();
  return async (id: number, body: Decision, done: string) => {
    const { item, isAnswered } = await adminSend('POST', DECIDE, { params: { id }, body });
    toastDone(`${done}${isAnswered ? ', and answered by mail' : ''}`);
    if (item) await refreshCollection(queryClient, item.collection);
    await queryClient.invalidateQueries(readAt(PATH));
    if (item) await goTo(`${editorHref(item.collection, item.id)}?correction=${id}`);
    else focusTab();
  };
};

const DECISIONS = [
  { value: 'accept', label: 'Accept', action: 'Accept and edit', done: 'Accepted' },
  { value: 'refuse', label: 'Refuse', action: 'Refuse with this reason', done: 'Refused' },
  { value: 'merge', label: 'Merge', action: 'Merge', done: 'Merged' },
] as const;

interface DecisionFormProps {
  decision: (typeof DECISIONS)[number];
  onSend: (body: Decision) => Promise<void>;
}

/** The public words of a decision; a refusal needs them. */
function DecisionForm({ decision: { value, action }, onSend }: DecisionFormProps) {
  const isMerge = value === 'merge';
  return (
    <SendForm
      className="mt-3 grid max-w-prose gap-3"
      action={action}
      variant="primary"
      sayFailure={reasonOf}
      onSend={(read) => {
        const mergedInto = Number(read('mergedInto')) || undefined;
        return onSend({
          decision: value,
          reason: read('reason'),
          ...(isMerge ? { mergedInto } : {}),
        });
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
        required={value === 'refuse'}
        help="Shown in the public ledger, and in the answer."
      />
    </SendForm>
  );
}

/** Reports of readers, by their outcome. */
export function CorrectionsTab() {
  const enabled = useMay('editor');
  const { chosen: state, chips } = useNarrowed(STATES);
  const { data, frame } = useTabList((part) => adminQuery(PATH, { state, ...part }), { enabled });
  const decide = useDecide();

  /** One report: its page, what was written, and what to do with it. */
  const row = (correction: Correction): RowData => {
    const { id, path, part, title, text, url, reason, mergedInto, decidedAt } = correction;
    const name = `correction ${id}`;
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
          {!isOpen && (
            <Badge>{STATES.find(({ value }) => value === correction.state)?.label}</Badge>
          )}
        </>
      ),
      offers: isOpen
        ? [
            ...DECISIONS.map((decision) => ({
              label: decision.label,
              name: `${decision.label} ${name}`,
              variant: decision.value === 'accept' ? ('primary' as const) : ('secondary' as const),
              opens: () => (
                <DecisionForm
                  decision={decision}
                  onSend={(body) => decide(id, body, decision.done)}
                />
              ),
            })),
            {
              label: 'Spam',
              name: `Mark ${name} as spam`,
              work: () => decide(id, { decision: 'spam' }, 'Marked as spam'),
              failed: reasonOf,
            },
          ]
        : [],
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
      lead="What readers say is wrong. Reasons are public, what readers wrote is not."
      empty="Nothing here."
      tools={
        enabled ? (
          <ChoiceChips {...chips} label="States" counts={data?.counts} />
        ) : (
          <p className="text-sm">Editors read and decide them.</p>
        )
      }
    >
      <Rows at={PATH} look="work" items={data?.items} row={row} className="mt-4" />
    </TabFrame>
  );
}
