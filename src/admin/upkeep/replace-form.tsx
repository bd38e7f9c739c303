import { useState } from 'react';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { Button } from '#ui/button.tsx';

interface ReplaceFormProps {
  label: string;
  start: string;
  /** Button label. */
  action: string;
  isBusy: boolean;
  onSend: (value: string) => void;
}

/** One address to fill in, in its place in a list. */
export function ReplaceForm({ label, start, action, isBusy, onSend }: ReplaceFormProps) {
  const [value, setValue] = useState(start);
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(value.trim());
      }}
    >
      <TextInput label={label} value={value} onChange={setValue} className="flex-1 basis-64" />
      <Button type="submit" variant="primary" disabled={isBusy || value.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
