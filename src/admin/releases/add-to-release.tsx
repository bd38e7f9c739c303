import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { fresh } from '#admin/api/admin-queries.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { slugFieldOf } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import {
  ACTION_WORDS,
  type ReleaseEntry,
  releasesQuery,
  useReleaseAction,
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
  const open = releases.filter(({ state }) => state !== 'published' && state !== 'scheduled');
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [action, setAction] = useState<ReleaseEntry['action']>('publish');
  const [slug, setSlug] = useState(String(items[0]?.[slugField ?? ''] ?? ''));
  const run = useReleaseAction();
  const release = chosen || String(open[0]?.id ?? NEW);
  const add = async () => {
    const id =
      release === NEW
        ? (await adminSend('POST', '/api/releases', { body: { name } })).id
        : Number(release);
    // A second try goes on with the release that the first one made.
    setChosen(String(id));
    for (const { id: itemId } of items) {
      const body = { collection: collection.name, itemId, action };
      await adminSend('POST', '/api/releases/{id}/items', {
        params: { id },
        body: action === 'move' ? { ...body, slug } : body,
      });
    }
  };
  const actions = slugField
    ? (['publish', 'delete', 'move'] as const)
    : (['publish', 'delete'] as const);
  return (
    <DialogFrame title="Add to a release" onClose={onClose} size="medium">
      <p className="text-sm text-soft">
        {items.length === 1 ? 'It waits' : `${items.length} items wait`} there with the other items
        of the release, and all go live in one moment. Save what you have typed as a draft first:
        the release takes what is saved.
      </p>
      <form
        className="mt-4 grid gap-4"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(add, 'Added to the release', 'Failed to add it')) onClose();
        }}
      >
        <Select
          label="Release"
          value={release}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            ...open.map(({ id, name: label }) => ({ value: String(id), label })),
            { value: NEW, label: 'A new release' },
          ]}
        />
        {release === NEW && (
          <TextInput label="Name" value={name} cap={200} onChange={setName} required />
        )}
        <Select
          label="What becomes of it"
          value={action}
          onChange={({ target }) =>
            setAction(actions.find((one) => one === target.value) ?? 'publish')
          }
          options={actions.map((value) => ({ value, label: ACTION_WORDS[value] }))}
        />
        {action === 'move' && (
          <TextInput label="New slug" value={slug} onChange={setSlug} required />
        )}
        <Button type="submit" variant="primary" disabled={release === NEW && name.trim() === ''}>
          Add to the release
        </Button>
      </form>
    </DialogFrame>
  );
}
