import { useState } from 'react';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { Seen } from '#admin/editor/form-types.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMay } from '#admin/may.tsx';
import { useMe } from '#admin/me.ts';
import { Notice } from '#admin/parts/notice.tsx';
import { Person, useNames, usePeopleOptions } from '#admin/people/people.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import {
  STATE_LABELS,
  STATE_TONES,
  useChangeReview,
  useReview,
  useReviewSetting,
} from './use-reviews.ts';

interface ReviewNoticeProps {
  name: string;
  id: number;
  /** Only stored text can be reviewed. */
  isDirty: boolean;
  seen: Seen;
  /** For items never public: a draft over a live item has its own button. */
  onPublish?: (() => void) | undefined;
}

/** Above a form, where a team reviews: the state of its text, its reviewer and the notes. */
export function ReviewNotice({ name, id, isDirty, seen, onPublish }: ReviewNoticeProps) {
  const { isOn } = useReviewSetting();
  const review = useReview(name, id);
  const mayApprove = useMay('publisher');
  const change = useChangeReview(name, id);
  const people = usePeopleOptions();
  const nameOf = useNames();
  const me = useMe();
  const isAsked = me !== null && review?.assignee === me.email;
  const mayWrite = useMay('editor');
  const [assignee, setAssignee] = useState('');
  const [note, setNote] = useState('');
  if (!isOn) return null;
  const state = review?.state ?? 'draft';
  const noted = note.trim() === '' ? {} : { note };
  const send = async (next: Parameters<typeof change>[0], done: string, of?: Seen) => {
    if (await change({ ...next, ...noted }, done, of)) setNote('');
  };
  const mayAgree = isAsked && !mayApprove && state === 'in review';
  const agree = () => send({ state: 'agreed' }, 'Approved. A publisher publishes it.', seen);
  const askForReview = () =>
    send({ state: 'in review', assignee: assignee || null }, 'Asked for a review');
  return (
    <Notice aria-label="Review" tone="plain">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>
        {review?.assignee && <span>To be looked at by {nameOf(review.assignee)}</span>}
        {isDirty && (
          <span className="text-soft">Save first: what is stored is what is reviewed.</span>
        )}
      </p>
      {review && review.notes.length > 0 && (
        <ul aria-label="Notes" className="mt-3 max-h-40 overflow-y-auto">
          {review.notes.map((one) => (
            <li key={one.at} className="border-t border-line py-1.5">
              <span className="wrap-anywhere whitespace-pre-wrap">{one.text}</span>
              <span className="block text-xs text-faint">
                {one.by ? <Person email={one.by} /> : 'Somebody'}, {formatDateTime(one.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(mayWrite || isAsked) && (
        <>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <TextInput label="Note (optional)" value={note} onChange={setNote} />
            {state === 'draft' && (
              <Select
                label="Reviewer (optional)"
                value={assignee}
                options={[{ value: '', label: 'Whoever publishes' }, ...people]}
                onChange={({ target }) => setAssignee(target.value)}
              />
            )}
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            {mayAgree && (
              <Button size="sm" variant="primary" disabled={isDirty} onClick={() => void agree()}>
                Approve
              </Button>
            )}
            {mayWrite && state === 'draft' && (
              <Button size="sm" disabled={isDirty} onClick={() => void askForReview()}>
                Ask for review
              </Button>
            )}
            {state !== 'approved' && mayApprove && (
              <Button
                size="sm"
                variant="primary"
                disabled={isDirty}
                onClick={() => void send({ state: 'approved' }, 'Approved', seen)}
              >
                Approve
              </Button>
            )}
            {mayWrite && state === 'approved' && onPublish && (
              <Button size="sm" variant="primary" disabled={isDirty} onClick={onPublish}>
                Publish
              </Button>
            )}
            {mayWrite && state !== 'draft' && (
              <Button size="sm" onClick={() => void send({ state: 'draft' }, 'Back to draft')}>
                Back to draft
              </Button>
            )}
            <Button size="sm" disabled={note.trim() === ''} onClick={() => void send({}, 'Noted')}>
              Add note
            </Button>
          </div>
        </>
      )}
    </Notice>
  );
}
