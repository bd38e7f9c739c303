import { useId, useState } from 'react';
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
  const id = useId();
  const [value, setValue] = useState(start);
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(value.trim());
      }}
    >
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="mb-1 block text-xs font-medium text-soft">
          {label}
        </label>
        <input
          id={id}
          value={value}
          required
          onChange={(event) => setValue(event.target.value)}
          className="min-h-11 w-full border border-control bg-paper px-3 text-sm"
        />
      </div>
      <Button type="submit" variant="primary" disabled={isBusy || value.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
