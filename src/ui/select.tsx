import type { SelectHTMLAttributes } from 'react';
import { ChevronDown } from './icons.tsx';
import { Labelled } from './labelled.tsx';

interface SelectOption {
  value: string;
  label: string;
  /** How many items this choice would leave. */
  count?: number;
}

interface SelectBoxProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly SelectOption[];
}

interface SelectProps extends SelectBoxProps {
  label: string;
  hideLabel?: boolean;
}

/** A native select: it works in a plain GET form, by keyboard and on a phone. */
export function SelectBox({ options, ...rest }: SelectBoxProps) {
  return (
    <span className="relative block">
      <select {...rest} className="field appearance-none truncate pr-9">
        {options.map(({ value, label, count }) => (
          <option key={value} value={value}>
            {count === undefined ? label : `${label} (${count})`}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  );
}

export function Select({ label, hideLabel, className, ...rest }: SelectProps) {
  return (
    <Labelled label={label} isHidden={hideLabel} className={className}>
      {(id) => <SelectBox {...rest} id={id} />}
    </Labelled>
  );
}
