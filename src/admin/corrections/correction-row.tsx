import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { type FieldErrors, fieldErrorsOf, messageOf, serverMessage } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { editorHref } from '#admin/tabs.ts';
import { toastDone, toastError } from '#admin/toast.ts';
import type { Body, ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ExternalLink } from '#ui/external-link.tsx';

export const CORRECTIONS_PATH = '/api/corrections';

type Correction = ResponseOf<'get', typeof CORRECTIONS_PATH>['items'][number];

export const STATES: { value: Correction['state']; label: string }[] = [
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

const DONE: Record<Decision['decision'], string> = {
  accept: 'Accepted',
  refuse: 'Refused',
  merge: 'Merged',
  spam: 'Marked as spam',
};

/** Sends a decision; what was accepted opens in its form, with the report beside it. */
const useDecide = (id: number) => {
  const queryClient = useQueryClient();
  const { goTo } = useAdminAddress();
  const { mutateAsync: send, isPending: isBusy } = useMutation({
    mutationFn: (body: Decision) => adminSend('POST', DECIDE, { params: { id }, body }),
  });

  /** Resolves to the problems of the form's fields. */
  const decide = async (body: Decision) => {
    try {
      const { item, isAnswered } = await send(body);
      toastDone(`${DONE[body.decision]}${isAnswered ? ', and answered by mail' : ''}`);
      if (item) await refreshCollection(queryClient, item.collection);
      await queryClient.invalidateQueries(readAt(CORRECTIONS_PATH));
      if (item) await goTo(`${editorHref(item.collection, item.id)}?correction=${id}`);
      else focusTab();
      return {};
    } catch (error) {
      const problems = fieldErrorsOf(error);
      if (Object.keys(problems).length === 0) toastError(serverMessage(error) ?? messageOf(error));
      return problems;
    }
  };

  return { decide, isBusy };
};

const DECISIONS = [
  { value: 'accept', label: 'Accept', action: 'Accept and edit' },
  { value: 'refuse', label: 'Refuse', action: 'Refuse with this reason' },
  { value: 'merge', label: 'Merge', action: 'Merge' },
] as const;

type Asked = (typeof DECISIONS)[number]['value'];

/** The public words of a decision; a refusal needs them. */
function DecisionForm({ id, decision }: { id: number; decision: Asked }) {
  const { decide, isBusy } = useDecide(id);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isMerge = decision === 'merge';
  return (
    <form
      noValidate
      className="mt-3 grid max-w-prose gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const sent = new FormData(event.currentTarget);
        const mergedInto = Number(sent.get('mergedInto')) || undefined;
        const reason = String(sent.get('reason') ?? '');
        void decide({ decision, reason, ...(isMerge ? { mergedInto } : {}) }).then(setErrors);
      }}
    >
      {isMerge && (
        <FieldFrame label="The same as correction no." required error={errors.mergedInto}>
          {(ids) => <input {...ids} name="mergedInto" inputMode="numeric" className="field" />}
        </FieldFrame>
      )}
      <FieldFrame
        label="Reason"
        required={decision === 'refuse'}
        help="Shown in the public ledger, and in the answer."
        error={errors.reason}
      >
        {(ids) => <textarea {...ids} name="reason" rows={3} maxLength={600} className="field" />}
      </FieldFrame>
      <Button type="submit" variant="primary" disabled={isBusy} className="justify-self-start">
        {DECISIONS.find(({ value }) => value === decision)?.action}
      </Button>
    </form>
  );
}

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
