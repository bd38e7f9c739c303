import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { deleteQuestion } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FormBoxes, FormInput } from '#admin/editor/fields/form-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import { RowActions } from '#admin/parts/row-actions.tsx';
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
  const { data: webhooks, error } = useQuery(fresh(adminQuery(WEBHOOKS)));
  const { run, runIfSure, reread } = useAction(WEBHOOKS);
  const [shown, setShown] = useState<{ id: number; as: 'form' | 'log' } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const open = webhooks?.find(({ id }) => id === shown?.id);
  const close = () => setShown(null);

  const pause = ({ id, url, pausedAt }: Webhook) => {
    const body = { isPaused: pausedAt === null };
    return run(
      () => adminSend('PATCH', WEBHOOK, { params: { id }, body }),
      pausedAt ? `${url} goes on` : `${url} pauses`,
    );
  };
  const renew = async ({ id, url }: Webhook) => {
    const text = `The old secret of ${url} signs nothing from now on. The receiver needs the new one.`;
    const question = { title: 'New secret', text, action: 'Make a new secret' };
    await runIfSure(
      question,
      async () => {
        const made = await adminSend('POST', `${WEBHOOK}/secret`, { params: { id } });
        setSecret(made.secret);
      },
      'There is a new secret',
    );
  };
  const remove = ({ id, url }: Webhook) =>
    runIfSure(
      deleteQuestion(url),
      () => adminSend('DELETE', WEBHOOK, { params: { id } }),
      `${url} is deleted`,
    );

  return (
    <TabFrame
      title="Webhooks"
      lead="Addresses that are told what happens to public content, signed as Standard Webhooks says. Drafts are never sent. What fails is tried again for a day."
      what="The webhooks"
      error={error}
      count={webhooks?.length}
      empty="No webhook yet."
    >
      <ul className="mb-8">
        {webhooks?.map((webhook) => (
          <li key={webhook.id} className="grid gap-2 border-t border-line py-3">
            <WebhookFacts {...webhook} />
            <div className="flex flex-wrap gap-2">
              <RowActions
                of={webhook.url}
                actions={[
                  { label: 'Deliveries', run: () => setShown({ id: webhook.id, as: 'log' }) },
                  { label: 'Change', run: () => setShown({ id: webhook.id, as: 'form' }) },
                  { label: webhook.pausedAt ? 'Go on' : 'Pause', run: () => void pause(webhook) },
                  { label: 'New secret', run: () => void renew(webhook) },
                  { label: 'Delete', run: () => void remove(webhook) },
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
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
      {open && shown?.as === 'form' && (
        <DialogFrame title="Change the webhook" size="medium" onClose={close}>
          <WebhookForm
            webhook={open}
            action="Save"
            onSend={async (body) => {
              await adminSend('PATCH', WEBHOOK, { params: { id: open.id }, body });
              toastDone('The webhook is saved');
              close();
              await reread();
            }}
          />
        </DialogFrame>
      )}
      {open && shown?.as === 'log' && (
        <DialogFrame title="Deliveries" size="medium" onClose={close}>
          <Deliveries id={open.id} />
        </DialogFrame>
      )}
    </TabFrame>
  );
}

/** One address, with whether it pauses or fails. */
function WebhookFacts({ url, events, pausedAt, pauseReason, failingSince, waiting }: Webhook) {
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold wrap-anywhere">
        {url}
        {pausedAt && <Badge tone={pauseReason ? 'danger' : 'warn'}>Paused</Badge>}
        {!pausedAt && failingSince && <Badge tone="warn">Failing</Badge>}
      </h3>
      <p className="text-xs text-soft">{events.join(', ')}</p>
      {pausedAt && pauseReason && (
        <p className="text-xs text-danger">
          Paused {formatDateTime(pausedAt)}: {pauseReason}
        </p>
      )}
      {!pausedAt && failingSince && (
        <p className="text-xs text-warn">Every try failed since {formatDateTime(failingSince)}</p>
      )}
      {waiting > 0 && <p className="text-xs text-faint">{waiting} waiting</p>}
    </div>
  );
}

/** When an event comes. */
const EVENT_WORDS: Record<WebhookEvent, string> = {
  published: 'an item becomes public',
  changed: 'readers see other text',
  unpublished: 'an item is withdrawn',
  deleted: 'a public item is deleted',
  'review asked': 'a draft waits for a review',
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
