import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { fresh } from '#admin/api/admin-queries.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { useAction } from '#admin/use-action.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { slugFieldOf } from '#kit/collection.ts';
import { Select } from '#ui/select.tsx';
import {
  ACTION_WORDS,
  ALL,
  isOpen,
  RELEASE_PATH,
  RELEASES_PATH,
  type ReleaseEntry,
  releasesQuery,
} from './use-releases.ts';

interface AddToReleaseProps {
  collection: Collection;
  items: readonly AnyItem[];
  onClose: () => void;
}

const NEW = 'new';

/** Has what becomes of some items wait for a release; a new address is for one alone. */
export function AddToRelease({ collection, items, onClose }: AddToReleaseProps) {
  const slugField = items.length === 1 ? slugFieldOf(collection) : undefined;
  const { data: releases = [] } = useQuery(fresh(releasesQuery));
  const open = releases.filter(isOpen);
  const [chosen, setChosen] = useState('');
  const [action, setAction] = useState<ReleaseEntry['action']>('publish');
  const { run } = useAction(ALL);
  const release = chosen || String(open[0]?.id ?? NEW);
  const actions = slugField
    ? (['publish', 'delete', 'move'] as const)
    : (['publish', 'delete'] as const);
  const add = async (read: (name: string) => string) => {
    const id =
      release === NEW
        ? (await adminSend('POST', RELEASES_PATH, { body: { name: read('name') } })).id
        : Number(release);
    // A second try goes on with the release that the first one made.
    setChosen(String(id));
    const slug = action === 'move' ? { slug: read('slug') } : {};
    for (const { id: itemId } of items) {
      const body = { collection: collection.name, itemId, action, ...slug };
      await adminSend('POST', `${RELEASE_PATH}/items`, { params: { id }, body });
    }
  };
  return (
    <DialogFrame title="Add to a release" onClose={onClose} size="medium">
      <p className="text-sm text-soft">
        {items.length === 1 ? 'It waits' : `${items.length} items wait`} there with the other items
        of the release, and all go live in one moment. Save what you have typed as a draft first:
        the release takes what is saved.
      </p>
      <SendForm
        className="mt-4 grid gap-4"
        action="Add to the release"
        variant="primary"
        onSend={async (read) => {
          const isDone = await run(() => add(read), 'Added to the release', 'Failed to add it');
          if (isDone) onClose();
        }}
      >
        <Select
          label="Release"
          value={release}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            ...open.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: NEW, label: 'A new release' },
          ]}
        />
        {release === NEW && <FormInput label="Name" name="name" maxLength={200} required />}
        <Select
          label="What becomes of it"
          value={action}
          onChange={({ target }) =>
            setAction(actions.find((one) => one === target.value) ?? 'publish')
          }
          options={actions.map((value) => ({ value, label: ACTION_WORDS[value] }))}
        />
        {action === 'move' && (
          <FormInput
            label="New slug"
            name="slug"
            defaultValue={String(items[0]?.[slugField ?? ''] ?? '')}
            required
          />
        )}
      </SendForm>
    </DialogFrame>
  );
}
