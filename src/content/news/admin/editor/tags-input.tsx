import { useState } from 'react';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { splitTags } from './article-check.ts';

interface TagsInputProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  error?: string | undefined;
}

/** Tags as one line of text with commas. */
export function TagsInput({ value, onChange, error }: TagsInputProps) {
  const [text, setText] = useState(() => value.join(', '));
  // Tags that came from elsewhere, such as recovered text, replace what is typed here.
  const isStale = splitTags(text).join('\n') !== value.join('\n');
  return (
    <TextInput
      label="Tags"
      value={isStale ? value.join(', ') : text}
      placeholder="Separated by commas"
      error={error}
      onChange={(next) => {
        setText(next);
        onChange(splitTags(next));
      }}
    />
  );
}
