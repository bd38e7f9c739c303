import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { valuesQuery } from '#admin/editor/fields/use-values.ts';
import { useMay } from '#admin/may.tsx';
import { useChange } from '#admin/use-action.ts';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';

const freeFieldsOf = (collection: Collection) =>
  fieldEntries(collection).filter(([, field]) => field.suggests);

/** The way to new names for categories, tags and the like; nothing for types that have none. */
export function RenameValues({ collection }: { collection: Collection }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayRename = useMay('publisher');
  if (!mayRename || freeFieldsOf(collection).length === 0) return null;
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className="text-link min-h-8 text-xs">
        Rename everywhere…
      </button>
      {isOpen && <RenameDialog collection={collection} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Every value of a field with how many items have it; a new name goes to all of them at once. */
function RenameDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { name, label } = collection;
  const fields = freeFieldsOf(collection);
  const [field, setField] = useState(fields[0]?.[0] ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { data: values = [] } = useQuery(valuesQuery({ collection: name, field }));
  const { runIfSure } = useChange(name);
  const chosen = values.find(({ value }) => value === from);

  const nameItems = (count: number) => counted(count, label.one, label.many);

  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const next = to.trim();
    if (!chosen || next === '' || next === from) return;
    const joined = values.find(({ value }) => value === next);
    const body = { collection: name, field, from, to: next };
    const isDone = await runIfSure(
      {
        title: 'Rename everywhere',
        text: `Rename "${from}" to "${next}" in ${nameItems(chosen.count)}?${joined ? ` ${nameItems(joined.count)} have that name already: they become one.` : ''}`,
        action: 'Rename',
      },
      () => adminSend('POST', '/api/values/rename', { body }),
      ({ renamedCount }) => `Renamed in ${nameItems(renamedCount)}`,
    );
    if (!isDone) return;
    setFrom('');
    setTo('');
  };

  return (
    <DialogFrame title="Rename everywhere" size="medium" onClose={onClose}>
      <form onSubmit={(event) => void rename(event)} className="grid gap-4">
        {fields.length > 1 && (
          <Select
            label="Field"
            value={field}
            onChange={({ target }) => {
              setField(target.value);
              setFrom('');
            }}
            options={fields.map(([key, each]) => ({ value: key, label: labelOf(key, each) }))}
          />
        )}
        <Select
          label="Name now"
          value={from}
          onChange={({ target }) => {
            setFrom(target.value);
            setTo(target.value);
          }}
          options={[
            { value: '', label: 'Choose' },
            ...values.map(({ value, count }) => ({ value, label: `${value} (${count})` })),
          ]}
        />
        <TextInput label="New name" value={to} onChange={setTo} />
        <Button
          type="submit"
          variant="primary"
          aria-disabled={!chosen}
          className="justify-self-end"
        >
          {chosen ? `Rename in ${nameItems(chosen.count)}` : 'Rename'}
        </Button>
      </form>
    </DialogFrame>
  );
}
