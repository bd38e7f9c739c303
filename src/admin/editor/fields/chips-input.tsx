import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { X } from '#ui/icons.tsx';
import { FieldFrame, type InputProps } from './field-frame.tsx';

/** Blank entries and existing ones, in any letter case, change nothing. */
export const addOnce = (list: readonly string[], entry: string): string[] => {
  const text = entry.trim();
  const isListed = list.some((other) => other.toLowerCase() === text.toLowerCase());
  return text === '' || isListed ? [...list] : [...list, text];
};

/** A list to which texts are added one at a time. */
export function ChipsInput(props: InputProps<readonly string[], string[]>) {
  const { value, onChange, placeholder, ...frame } = props;
  const [entry, setEntry] = useState('');
  const add = () => {
    onChange(addOnce(value, entry));
    setEntry('');
  };
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <>
          <span className="flex gap-2">
            <input
              {...ids}
              autoComplete="off"
              value={entry}
              placeholder={placeholder}
              onChange={(event) => setEntry(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
              className="field"
            />
            <Button onClick={add}>
              Add<span className="sr-only"> to {frame.label}</span>
            </Button>
          </span>
          {value.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-2">
              {value.map((text) => (
                <li
                  key={text}
                  className="inline-flex items-center gap-1 border border-rule pl-3 text-xs font-medium"
                >
                  {text}
                  <button
                    type="button"
                    aria-label={`Remove ${text}`}
                    onClick={() => onChange(value.filter((other) => other !== text))}
                    className="inline-flex size-9 items-center justify-center text-faint hover:text-danger"
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  );
}
