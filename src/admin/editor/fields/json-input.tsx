import { useState } from 'react';
import { TextInput } from './text-input.tsx';

interface JsonInputProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  help?: string | undefined;
  error?: string | undefined;
}

const show = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** A value for which there is no better editor; text that is no JSON is said at once and not taken over. */
export function JsonInput({ label, value, onChange, help, error }: JsonInputProps) {
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
      label={label}
      value={text}
      rows={8}
      onChange={read}
      help={help}
      error={isInvalid ? 'This is not valid JSON yet' : error}
    />
  );
}
