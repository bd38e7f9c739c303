import { useRef, useState } from 'react';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { lineAt, suggest } from './suggest.ts';
import { useValues, type ValuesOf } from './use-values.ts';

interface LinesInputProps extends InputProps<readonly string[], string[]> {
  help?: string | undefined;
  /** Where suggestions come from. */
  suggestsOf?: ValuesOf | undefined;
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/** A list of texts, one a line; blank lines are dropped when it is saved. */
export function LinesInput(props: LinesInputProps) {
  const { label, value, onChange, help, error, suggestsOf } = props;
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
