import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { useMay } from '#admin/may.tsx';
import { useChange } from '#admin/use-action.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';

interface PublishDraftsProps {
  collection: Collection;
  items: readonly Pick<AnyItem, 'id' | 'version'>[];
  onDone: () => void;
}

/** Makes the drafts of the selected items public together: all of them, or none. */
export function PublishDrafts({ collection: { name }, items, onDone }: PublishDraftsProps) {
  const mayPublish = useMay('publisher');
  const { data } = useQuery(waitingQuery);
  const { runIfSure, isBusy } = useChange(name);
  const ask = useAsk();
  const drafts = items.flatMap(({ id, version }) => {
    const draft = data?.items.find((one) => one.collection === name && one.itemId === id);
    return draft ? [{ collection: name, id, version, draftVersion: draft.version }] : [];
  });
  if (!mayPublish || drafts.length === 0) return null;
  const count = counted(drafts.length, 'draft', 'drafts');
  const publish = async () => {
    const isDone = await runIfSure(
      {
        title: 'Publish drafts',
        text: `Publish ${count}? If one of them is refused, none is published.`,
        action: `Publish ${drafts.length}`,
      },
      () => ask((params) => adminSend('POST', '/api/drafts/publish', { params, body: { drafts } })),
      `${count} published`,
      reasonOf,
    );
    if (isDone) onDone();
  };
  return (
    <Button size="sm" disabled={isBusy} onClick={() => void publish()}>
      Publish drafts
    </Button>
  );
}
