import { SelectBox } from '#ui/select.tsx';
import { FieldFrame, type InputProps } from './field-frame.tsx';

interface ChoiceInputProps extends InputProps<string> {
  options: readonly { value: string; label: string }[];
  /** Label of the empty choice; without it there is none. */
  empty?: string | undefined;
}

export function ChoiceInput(props: ChoiceInputProps) {
  const { value, onChange, options, empty, ...frame } = props;
  return (
    <FieldFrame {...frame}>
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
