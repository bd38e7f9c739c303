import { SelectBox } from '#ui/select.tsx';
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
        <SelectBox
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          options={[...(empty === undefined ? [] : [{ value: '', label: empty }]), ...options]}
        />
      )}
    </FieldFrame>
  );
}
