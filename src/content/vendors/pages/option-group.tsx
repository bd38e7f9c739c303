import { useId } from 'react';
import type { ResponseOf } from '#client/api-calls.ts';

export type Facets = ResponseOf<'get', '/api/vendor-facets'>;
export type Option = Facets['categories'][number];

interface OptionGroupProps {
  legend: string;
  name: string;
  options: readonly Option[];
  chosen: readonly string[] | undefined;
  /** Why there is nothing to choose, when no option would leave a vendor. */
  none: string;
  onToggle(value: string, isOn: boolean): void;
}

/** Checkboxes of one kind; one that would leave nothing can be read, but neither chosen nor reached. */
export function OptionGroup(props: OptionGroupProps) {
  const { legend, name, options, chosen, none, onToggle } = props;
  const group = useId();
  const isUsable = ({ value, count }: Option) => count > 0 || chosen?.includes(value);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-xs font-medium text-soft">{legend}</legend>
      <ul className="flex flex-wrap gap-2">
        {options.map((option, at) => (
          <li key={option.value}>
            <label
              htmlFor={`${group}${at}`}
              className="touch inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-sm border border-rule px-3 py-1 text-xs font-medium text-soft transition-colors hover:border-ink hover:text-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:border-rule has-disabled:text-faint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                id={`${group}${at}`}
                type="checkbox"
                name={name}
                value={option.value}
                checked={chosen?.includes(option.value) ?? false}
                disabled={!isUsable(option)}
                onChange={(event) => onToggle(option.value, event.target.checked)}
                className="sr-only"
              />
              {option.label}
              <span className="tabular-nums opacity-80">{option.count}</span>
            </label>
          </li>
        ))}
      </ul>
      {!options.some(isUsable) && <p className="mt-2 text-xs text-faint">{none}</p>}
    </fieldset>
  );
}
