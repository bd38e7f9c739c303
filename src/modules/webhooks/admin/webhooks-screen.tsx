import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Panel } from '#ui/panel.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

type Webhook = ResponseOf<'get', '/api/webhooks'>[number];

const WEBHOOKS = '/api/webhooks';

/** Webhooks: add, change, pause, and see what became of each delivery. */
export function WebhooksScreen() {
  const confirm = useConfirm();
  const isOwner = useMay('owner');
  const { data: webhooks, error } = useQuery(fresh(adminQuery(WEBHOOKS)));
  const { run, reread } = useAction(WEBHOOKS);
  const [shown, setShown] = useState<{ id: number; as: 'form' | 'log' } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const open = webhooks?.find(({ id }) => id === shown?.id);

  const pause = ({ id, url, pausedAt }: Webhook) =>
    run(
      () =>
        adminSend('PATCH', '/api/webhooks/{id}', {
          params: { id },
          body: { isPaused: pausedAt === null },
        }),
      pausedAt ? `${url} goes on` : `${url} pauses`,
    );
  const renew = async ({ id, url }: Webhook) => {
    const text = `The old secret of ${url} signs nothing from now on. The receiver needs the new one.`;
    if (!(await confirm({ title: 'New secret', text, action: 'Make a new secret' }))) return;
    await run(async () => {
      const made = await adminSend('POST', '/api/webhooks/{id}/secret', { params: { id } });
      setSecret(made.secret);
    }, 'There is a new secret');
  };
  const remove = async ({ id, url }: Webhook) => {
    if (!(await confirm(deleteQuestion(url)))) return;
    await run(
      () => adminSend('DELETE', '/api/webhooks/{id}', { params: { id } }),
      `${url} is deleted`,
    );
  };

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
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            actions={[
              { label: 'Deliveries', run: () => setShown({ id: webhook.id, as: 'log' }) },
              { label: 'Change', run: () => setShown({ id: webhook.id, as: 'form' }) },
              { label: webhook.pausedAt ? 'Go on' : 'Pause', run: () => void pause(webhook) },
              { label: 'New secret', run: () => void renew(webhook) },
              { label: 'Delete', run: () => void remove(webhook) },
            ]}
          />
        ))}
      </ul>
      {secret && (
        <ShownOnce
          name="secret"
          value={secret}
          text="The receiver checks signatures by this secret. It is shown only now."
        />
      )}
      {isOwner && (
        <Panel title="Add a webhook" headingLevel="h3">
          <WebhookForm webhook={null} onSaved={() => void reread()} />
        </Panel>
      )}
      {open && shown?.as === 'form' && (
        <DialogFrame title="Change the webhook" size="medium" onClose={() => setShown(null)}>
          <WebhookForm
            webhook={open}
            onSaved={() => {
              setShown(null);
              void reread();
            }}
          />
        </DialogFrame>
      )}
      {open && shown?.as === 'log' && (
        <DialogFrame title="Deliveries" size="medium" onClose={() => setShown(null)}>
          <Deliveries id={open.id} />
        </DialogFrame>
      )}
    </TabFrame>
  );
}
