import { useState } from 'react';
import type { InputProps } from './field-frame.tsx';
import { readMixed, showMixed } from './rows.ts';
import { TextInput } from './text-input.tsx';

/** Text, or a JSON list or object, as the field allows either. */
export function MixedInput({ value, onChange, ...frame }: InputProps<unknown>) {
  const [text, setText] = useState(() => showMixed(value));
  // Half-typed JSON stays as it is typed; a value from elsewhere replaces it.
  const shown = showMixed(readMixed(text)) === showMixed(value) ? text : showMixed(value);
  return (
    <TextInput
      help="Text, or a JSON list or object."
      {...frame}
      value={shown}
      rows={Math.min(10, Math.max(2, shown.split('\n').length))}
      onChange={(next) => {
        setText(next);
        onChange(readMixed(next));
      }}
    />
  );
}
