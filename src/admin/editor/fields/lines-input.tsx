import { FieldFrame } from './field-frame.tsx';

interface LinesInputProps {
  label: string;
  value: readonly string[];
  onChange: (lines: string[]) => void;
  help?: string | undefined;
  error?: string | undefined;
}

/** A list of texts, one a line; blank lines are dropped when it is saved. */
export function LinesInput({ label, value, onChange, help, error }: LinesInputProps) {
  const count = value.filter((line) => line.trim() !== '').length;
  return (
    <FieldFrame
      label={label}
      help={help ? `${help} One per line.` : 'One per line.'}
      error={error}
      aside={<span className="text-2xs text-faint tabular-nums">{count}</span>}
    >
      {(ids) => (
        <textarea
          {...ids}
          rows={Math.min(10, Math.max(3, value.length + 1))}
          value={value.join('\n')}
          onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
          className="field"
        />
      )}
    </FieldFrame>
  );
}
