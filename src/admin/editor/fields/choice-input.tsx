import { ChevronDown } from '#ui/icons.tsx';
import { FieldFrame } from './field-frame.tsx';

interface ChoiceInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  /** What the empty choice says; without it there is none. */
  empty?: string;
  required?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  className?: string;
}

export function ChoiceInput(props: ChoiceInputProps) {
  const {
    label,
    value,
    onChange,
    options,
    empty,
    required = false,
    help,
    error,
    className,
  } = props;
  return (
    <FieldFrame
      label={label}
      required={required}
      help={help}
      error={error}
      {...(className ? { className } : {})}
    >
      {(ids) => (
        <span className="relative block">
          <select
            {...ids}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="field appearance-none truncate pr-9"
          >
            {empty !== undefined && <option value="">{empty}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
          />
        </span>
      )}
    </FieldFrame>
  );
}
