import { useState } from 'react';
import { useWaitingDraft } from '#admin/drafts/use-item-draft.ts';
import type { Seen } from '#admin/editor/form-types.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { May, useMay } from '#admin/may.tsx';
import { Notice } from '#admin/parts/notice.tsx';
import { useNames } from '#admin/people/people.tsx';
import { useChange } from '#admin/use-action.ts';
import { Button } from '#ui/button.tsx';
import { markNotReady, markReady, sayFailure } from './ready-drafts.ts';
import { SendBackForm } from './send-back-form.tsx';

interface ReadyNoticeProps {
  name: string;
  id: number;
  /** Only stored text can be ready. */
  isDirty: boolean;
  seen: Seen;
  /** For items that never were public: a draft over a live item has its own button. */
  onPublish?: (() => void) | undefined;
}

/** Above the form of a draft: whether it is ready to publish. Publishers do not mark what they can publish themselves. */
export function ReadyNotice({ name, id, isDirty, seen, onPublish }: ReadyNoticeProps) {
  const draft = useWaitingDraft(name, id);
  const nameOf = useNames();
  const mayWrite = useMay('editor');
  const mayPublish = useMay('publisher');
  const { run, isBusy } = useChange(name);
  const [isSendingBack, setIsSendingBack] = useState(false);
  const place = { collection: name, id };
  if (!draft?.readyAt) {
    if (!mayWrite || mayPublish) return null;
    const mark = () =>
      run(
        () => markReady(place, seen),
        'Marked as ready. Publishers find it in their inbox.',
        sayFailure('Not marked as ready'),
      );
    return (
      <Notice aria-label="Ready to publish" tone="plain" isRow>
        <p className="mr-auto">
          {isDirty
            ? 'Save before you mark this as ready to publish.'
            : 'A publisher publishes this once you mark it as ready.'}
        </p>
        <Button size="sm" disabled={isDirty || isBusy} onClick={() => void mark()}>
          Mark as ready
        </Button>
      </Notice>
    );
  }
  const by = draft.readyBy ? ` by ${nameOf(draft.readyBy)}` : '';
  return (
    <Notice aria-label="Ready to publish" tone="plain" isRow>
      <p className="mr-auto">
        <span className="font-medium">Ready to publish</span>, marked{by}{' '}
        {formatDateTime(draft.readyAt)}
      </p>
      <May least="publisher">
        {onPublish && (
          <Button size="sm" variant="primary" disabled={isDirty} onClick={onPublish}>
            Publish
          </Button>
        )}
        <Button
          size="sm"
          aria-expanded={isSendingBack}
          onClick={() => setIsSendingBack(!isSendingBack)}
        >
          Send back
        </Button>
      </May>
      {mayWrite && !mayPublish && (
        <Button
          size="sm"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => markNotReady(place),
              'No longer marked as ready',
              sayFailure('Still marked as ready'),
            )
          }
        >
          Not ready yet
        </Button>
      )}
      {isSendingBack && (
        <div className="basis-full">
          <SendBackForm {...place} onClose={() => setIsSendingBack(false)} />
        </div>
      )}
    </Notice>
  );
}
