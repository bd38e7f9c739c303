import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { deleteQuestion } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FormBoxes, FormInput } from '#admin/editor/fields/form-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { useMay } from '#admin/may.tsx';
import { type RowData, Rows } from '#admin/parts/row.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { toastDone } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhook-events.ts';
import { Deliveries } from './deliveries.tsx';

const WEBHOOKS = '/api/webhooks';
const WEBHOOK = '/api/webhooks/{id}';

type Webhook = ResponseOf<'get', typeof WEBHOOKS>[number];

/** Webhooks: add, change, pause, and see what became of each delivery. */
export function WebhooksScreen() {
  const isOwner = useMay('owner');
  const { data: webhooks, frame } = useTabList(() => adminQuery(WEBHOOKS));
  const { reread } = useAction(WEBHOOKS);
  const [secret, setSecret] = useState<string | null>(null);

  const row = (webhook: Webhook): RowData => {
    const { id, url, events, pausedAt, pauseReason, failingSince, waiting } = webhook;
    const params = { id };
    return {
      key: id,
      title: url,
      marks: pausedAt ? (
        <Badge tone={pauseReason ? 'danger' : 'warn'}>Paused</Badge>
      ) : (
        failingSince && <Badge tone="warn">Failing</Badge>
      ),
      children: (
        <>
          <p className="text-xs text-soft">{events.join(', ')}</p>
          {pausedAt && pauseReason && (
            <p className="text-xs text-danger">
              Paused {formatDateTime(pausedAt)}: {pauseReason}
            </p>
          )}
          {!pausedAt && failingSince && (
            <p className="text-xs text-warn">
              Every try failed since {formatDateTime(failingSince)}
            </p>
          )}
        </>
      ),
      facts: waiting > 0 && `${waiting} waiting`,
      offers: [
        {
          label: 'Deliveries',
          opens: (close) => (
            <DialogFrame title="Deliveries" size="medium" onClose={close}>
              <Deliveries id={id} />
            </DialogFrame>
          ),
        },
        {
          label: 'Change',
          opens: (close) => (
            <DialogFrame title="Change the webhook" size="medium" onClose={close}>
              <WebhookForm
                webhook={webhook}
                action="Save"
                onSend={async (body) => {
                  await adminSend('PATCH', WEBHOOK, { params, body });
                  toastDone('The webhook is saved');
                  close();
                  await reread();
                }}
              />
            </DialogFrame>
          ),
        },
        {
          label: pausedAt ? 'Go on' : 'Pause',
          work: () => adminSend('PATCH', WEBHOOK, { params, body: { isPaused: !pausedAt } }),
          done: pausedAt ? `${url} goes on` : `${url} pauses`,
        },
        {
          label: 'New secret',
          ask: {
            title: 'New secret',
            text: `The old secret of ${url} signs nothing from now on. The receiver needs the new one.`,
            action: 'Make a new secret',
          },
          work: async () =>
            setSecret((await adminSend('POST', `${WEBHOOK}/secret`, { params })).secret),
          done: 'There is a new secret',
        },
        {
          label: 'Delete',
          ask: deleteQuestion(url),
          work: () => adminSend('DELETE', WEBHOOK, { params }),
          done: `${url} is deleted`,
        },
      ],
    };
  };

  return (
    <TabFrame
      {...frame}
      title="Webhooks"
      lead="Addresses that are notified of what happens to public content, signed as Standard Webhooks says. Drafts are never sent. What fails is tried again for a day."
      what="The webhooks"
      empty="No webhook yet."
    >
      <Rows at={WEBHOOKS} look="small" items={webhooks} row={row} className="mb-8" />
      {isOwner && (
        <Panel title="Add a webhook" headingLevel="h3">
          <WebhookForm
            action="Add the webhook"
            onSend={async (body, form) => {
              setSecret((await adminSend('POST', WEBHOOKS, { body })).secret);
              form.reset();
              await reread();
            }}
          />
        </Panel>
      )}
      {secret && (
        <ShownOnce
          name="secret"
          value={secret}
          text="The receiver checks signatures by this secret. It is shown only now."
        />
      )}
    </TabFrame>
  );
}

/** When an event comes. */
const EVENT_WORDS: Record<WebhookEvent, string> = {
  published: 'an item becomes public',
  changed: 'readers see other text',
  unpublished: 'an item is withdrawn',
  deleted: 'a public item is deleted',
  'draft ready': 'a draft is ready to publish',
  'job failed': 'work of the server failed',
  'correction received': 'a reader reports an error',
};

const EVENTS = WEBHOOK_EVENTS.map((event) => ({
  value: event,
  label: (
    <>
      <span className="font-medium">{event}</span>{' '}
      <span className="text-faint">{EVENT_WORDS[event]}</span>
    </>
  ),
}));

interface WebhookFormProps {
  /** Not for a new one. */
  webhook?: Webhook;
  action: string;
  onSend: (body: { url: string; events: WebhookEvent[] }, form: HTMLFormElement) => Promise<void>;
}

/** The address and the events of a webhook. */
function WebhookForm({ webhook, action, onSend }: WebhookFormProps) {
  const save: Work = (read, form) => {
    const chosen = new FormData(form).getAll('events');
    const events = WEBHOOK_EVENTS.filter((one) => chosen.includes(one));
    return onSend({ url: read('url').trim(), events }, form);
  };
  return (
    <SendForm action={action} variant="primary" onSend={save} className="grid gap-4">
      <FormInput
        label="Address"
        type="url"
        name="url"
        autoComplete="off"
        placeholder="https://"
        defaultValue={webhook?.url}
      />
      <FormBoxes label="Events" name="events" options={EVENTS} ticked={webhook?.events} />
    </SendForm>
  );
}
