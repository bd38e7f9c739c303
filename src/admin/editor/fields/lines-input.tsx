import { useRef, useState } from 'react';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { useValues, type ValuesOf } from './use-values.ts';

const MAX_SUGGESTED = 8;

/** Where in its text the cursor's line begins and ends. */
export const lineAt = (text: string, cursor: number): { start: number; end: number } => {
  const end = text.indexOf('\n', cursor);
  return { start: text.lastIndexOf('\n', cursor - 1) + 1, end: end < 0 ? text.length : end };
};

/** Existing values that contain the typed words, prefix matches first, without those already there. */
export const suggest = (
  existing: readonly string[],
  typed: string,
  taken: readonly string[],
): string[] => {
  const words = typed.trim().toLowerCase();
  if (words === '') return [];
  const isTaken = new Set(taken.map((each) => each.trim().toLowerCase()));
  const places = existing.map((value) => ({ value, at: value.toLowerCase().indexOf(words) }));
  return places
    .filter(
      ({ value, at }) =>
        at >= 0 &&
        (value === typed
          ? false
          : !isTaken.has(value.toLowerCase()) || value.toLowerCase() === words),
    )
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, MAX_SUGGESTED)
    .map(({ value }) => value);
};

interface LinesInputProps extends InputProps<readonly string[], string[]> {
  help?: string | undefined;
  /** Where suggestions come from. */
  suggestsOf?: ValuesOf | undefined;
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/** A list of texts, one a line; blank lines are dropped when it is saved. */
export function LinesInput(props: LinesInputProps) {
  const { label, field, value, onChange, help, error, suggestsOf } = props;
  const count = value.filter((line) => line.trim() !== '').length;
  const existing = useValues(suggestsOf);
  const area = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const text = value.join('\n');
  const line = cursor === null ? null : lineAt(text, cursor);
  const offered = line ? suggest(existing, text.slice(line.start, line.end), value) : [];

  const take = (chosen: string) => {
    if (!line) return;
    onChange(linesOf(`${text.slice(0, line.start)}${chosen}${text.slice(line.end)}`));
    setCursor(null);
    area.current?.focus();
  };

  return (
    <FieldFrame
      label={label}
      help={help ? `${help} One per line.` : 'One per line.'}
      error={error}
      field={field}
      aside={<span className="text-2xs text-faint tabular-nums">{count}</span>}
    >
      {(ids) => (
        <>
          <textarea
            {...ids}
            ref={area}
            rows={Math.min(10, Math.max(3, value.length + 1))}
            value={text}
            onChange={({ target }) => {
              onChange(linesOf(target.value));
              setCursor(target.selectionStart);
            }}
            className="field"
          />
          {offered.length > 0 && (
            <ul aria-label={`Used already in ${label}`} className="flex flex-wrap gap-2 py-1">
              {offered.map((each) => (
                <li key={each}>
                  <button
                    type="button"
                    onClick={() => take(each)}
                    className="touch min-h-8 border border-rule px-2 text-xs hover:border-accent hover:text-accent"
                  >
                    {each}
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
