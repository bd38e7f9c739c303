import { useState } from 'react';
import type { InputProps } from './field-frame.tsx';
import { TextInput } from './text-input.tsx';

const show = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** A value for which there is no better editor; text that is no JSON is said at once and not taken over. */
export function JsonInput({ value, onChange, error, ...frame }: InputProps<unknown>) {
  const [text, setText] = useState(() => show(value));
  const [isInvalid, setIsInvalid] = useState(false);
  const read = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? null : JSON.parse(next));
      setIsInvalid(false);
    } catch {
      setIsInvalid(true);
    }
  };
  return (
    <TextInput
      {...frame}
      value={text}
      rows={8}
      onChange={read}
      error={isInvalid ? 'This is not valid JSON yet' : error}
    />
  );
}
