import type { SelectHTMLAttributes } from 'react';
import { cn } from './cn.ts';
import { fieldIdOf } from './field-id.ts';
import { ChevronDown } from './icons.tsx';

export interface SelectOption {
  value: string;
  label: string;
  /** How many items this choice would leave. */
  count?: number;
  disabled?: boolean;
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  options: readonly SelectOption[];
  hideLabel?: boolean;
}

/** A native select: it works in a plain GET form, by keyboard and on a phone. */
export function Select({ label, options, hideLabel, id, className, ...rest }: SelectProps) {
  const fieldId = id ?? fieldIdOf(label);
  return (
    <div className={cn('min-w-0', className)}>
      <label
        htmlFor={fieldId}
        className={hideLabel ? 'sr-only' : 'mb-1 block text-xs font-medium text-soft'}
      >
        {label}
      </label>
      <span className="relative block">
        <select {...rest} id={fieldId} className="field appearance-none truncate pr-9">
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.count === undefined ? option.label : `${option.label} (${option.count})`}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
        />
      </span>
    </div>
  );
}
