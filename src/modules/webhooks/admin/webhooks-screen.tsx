import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { useMay } from '#admin/may.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { toastOutcome } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Panel } from '#ui/panel.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

type Webhook = ResponseOf<'get', '/api/webhooks'>[number];

const WEBHOOKS = '/api/webhooks';

/** Webhooks: add, change, pause, and see what became of each delivery. */
export function WebhooksScreen() {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const isOwner = useMay('owner');
  const { data: webhooks, error } = useQuery({
    ...adminQuery(WEBHOOKS),
    refetchOnMount: 'always',
  });
  const [shown, setShown] = useState<{ id: number; as: 'form' | 'log' } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries(readAt(WEBHOOKS));
  const open = webhooks?.find(({ id }) => id === shown?.id);

  const run = async (work: () => Promise<unknown>, done: string) => {
    await toastOutcome(work, done);
    await refresh();
  };
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
    <section aria-labelledby={TAB_TITLE} className="grid gap-8">
      <header>
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          Webhooks
        </h2>
        <p className="mt-2 max-w-measure text-sm text-soft">
          Addresses that are told what happens to public content, signed as Standard Webhooks says.
          Drafts are never sent. What fails is tried again for a day.
        </p>
      </header>
      {error && <ErrorText>The webhooks could not be loaded: {messageOf(error)}</ErrorText>}
      {webhooks?.length === 0 && <EmptyState text="No webhook yet." />}
      <ul>
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
          <WebhookForm webhook={null} onSaved={() => void refresh()} />
        </Panel>
      )}
      {open && shown?.as === 'form' && (
        <DialogFrame title="Change the webhook" size="medium" onClose={() => setShown(null)}>
          <WebhookForm
            webhook={open}
            onSaved={() => {
              setShown(null);
              void refresh();
            }}
          />
        </DialogFrame>
      )}
      {open && shown?.as === 'log' && (
        <DialogFrame title="Deliveries" size="medium" onClose={() => setShown(null)}>
          <Deliveries id={open.id} onSent={() => void refresh()} />
        </DialogFrame>
      )}
    </section>
  );
}
