import { useId, useState } from 'react';
import { tomorrowMorning } from './format-when.ts';

/** An input for a time of the editor's own zone, tomorrow morning at first, and what it says; null for no time. */
export const useChosenTime = (label: string) => {
  const id = useId();
  const [local, setLocal] = useState(tomorrowMorning());
  const date = new Date(local);
  const input = (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="datetime-local"
        value={local}
        onChange={(event) => setLocal(event.target.value)}
        className="field w-auto"
      />
    </div>
  );
  return { at: Number.isNaN(date.getTime()) ? null : date.toISOString(), input };
};
