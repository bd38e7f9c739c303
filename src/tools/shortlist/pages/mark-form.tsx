import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { MAX_NAME, MAX_NOTE, type Mark } from '../decision.ts';
import { TextField } from './text-field.tsx';

const MARKS = [
  ...[5, 4, 3, 2, 1].map((mark) => ({ value: String(mark), label: `${mark} of 5` })),
  { value: '0', label: 'No mark' },
];

interface MarkFormProps {
  vendors: readonly { slug: string; name: string }[];
  name: string;
  /** A second mark of the same name takes the place of the first; 0 removes it. */
  onAdd(mark: Mark): void;
}

export function MarkForm({ vendors, name: own, onAdd }: MarkFormProps) {
  const [name, setName] = useState(own);
  const [vendor, setVendor] = useState(vendors[0]?.slug ?? '');
  const [mark, setMark] = useState('3');
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ vendor, name: name.trim(), mark: Number(mark), note });
    setNote('');
  };
  return (
    <form
      onSubmit={submit}
      className="no-print grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_8rem_2fr_auto]"
    >
      <TextField
        label="Name"
        required
        maxLength={MAX_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label="Vendor"
        value={vendor}
        options={vendors.map((one) => ({ value: one.slug, label: one.name }))}
        onChange={({ target }) => setVendor(target.value)}
      />
      <Select
        label="Mark"
        value={mark}
        options={MARKS}
        onChange={({ target }) => setMark(target.value)}
      />
      <TextField
        label="Note"
        maxLength={MAX_NOTE}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit">Set mark</Button>
    </form>
  );
}
