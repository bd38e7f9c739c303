import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { toastDone } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhook-events.ts';

type Webhook = ResponseOf<'get', '/api/webhooks'>[number];

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

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onSaved: () => void;
}

/** The address and the events of a webhook; the secret of a new one is shown once. */
export function WebhookForm({ webhook, onSaved }: WebhookFormProps) {
  const { errors, send } = useFormSend();
  const [secret, setSecret] = useState<string | null>(null);

  const save = send(async (read, form) => {
    const chosen = new FormData(form).getAll('events');
    const body = {
      url: read('url').trim(),
      events: WEBHOOK_EVENTS.filter((one) => chosen.includes(one)),
    };
    if (webhook) {
      await adminSend('PATCH', '/api/webhooks/{id}', { params: { id: webhook.id }, body });
      toastDone('The webhook is saved');
    } else {
      setSecret((await adminSend('POST', '/api/webhooks', { body })).secret);
      form.reset();
    }
    onSaved();
  });

  return (
    <>
      <form noValidate onSubmit={save} className="grid gap-4">
        <FormInput
          label="Address"
          type="url"
          name="url"
          autoComplete="off"
          placeholder="https://"
          defaultValue={webhook?.url}
          error={errors.url}
        />
        <FieldFrame label="Events" group error={errors.events}>
          {({ 'aria-describedby': notes }) => (
            <span aria-describedby={notes} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
              {WEBHOOK_EVENTS.map((event) => (
                <label key={event} className="flex min-h-6 items-center gap-2">
                  <input
                    type="checkbox"
                    name="events"
                    value={event}
                    defaultChecked={webhook?.events.includes(event)}
                    className="accent-accent-fill"
                  />
                  <span>
                    <span className="font-medium">{event}</span>{' '}
                    <span className="text-faint">{EVENT_WORDS[event]}</span>
                  </span>
                </label>
              ))}
            </span>
          )}
        </FieldFrame>
        <Button type="submit" variant="primary" className="justify-self-start">
          {webhook ? 'Save' : 'Add the webhook'}
        </Button>
      </form>
      {secret && (
        <ShownOnce
          name="secret"
          value={secret}
          text="The receiver checks signatures by this secret. It is shown only now."
        />
      )}
    </>
  );
}
