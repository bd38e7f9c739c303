import { useState } from 'react';
import type { InputProps } from '#admin/editor/fields/field-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { splitTags } from './article-check.ts';

/** Tags as one line of text with commas. */
export function TagsInput({ value, onChange, ...frame }: InputProps<readonly string[], string[]>) {
  const [text, setText] = useState(() => value.join(', '));
  // Tags from elsewhere, such as recovered text, replace the typed text.
  const isStale = splitTags(text).join('\n') !== value.join('\n');
  return (
    <TextInput
      {...frame}
      value={isStale ? value.join(', ') : text}
      placeholder="Separated by commas"
      onChange={(next) => {
        setText(next);
        onChange(splitTags(next));
      }}
    />
  );
}
