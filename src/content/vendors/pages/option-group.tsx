import { useId } from 'react';
import { Plus } from '#ui/icons.tsx';
import type { Option } from './vendor-search.ts';

interface OptionGroupProps {
  legend: string;
  name: string;
  options: readonly Option[];
  chosen: readonly string[] | undefined;
  /** Why there is nothing to choose, when no option would leave a vendor. */
  none: string;
  onToggle(value: string): void;
}

/** Checkboxes of one kind; one that would leave nothing can be read, but neither chosen nor reached. */
export function OptionGroup(props: OptionGroupProps) {
  const { legend, name, options, chosen, none, onToggle } = props;
  const group = useId();
  const isUsable = ({ value, count }: Option) => count > 0 || chosen?.includes(value);
  const choices = (
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
              onChange={() => onToggle(option.value)}
              className="sr-only"
            />
            {option.label}
            <span className="tabular-nums opacity-80">{option.count}</span>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-xs font-medium text-soft">{legend}</legend>
      {options.some(isUsable) ? (
        choices
      ) : (
        <details className="group text-xs text-faint">
          <summary className="touch inline-flex min-h-9 list-none items-center gap-2 hover:text-accent">
            <Plus
              aria-hidden
              className="size-4 shrink-0 transition-transform duration-200 group-open:rotate-45"
            />
            {none}
          </summary>
          <div className="pt-2">{choices}</div>
        </details>
      )}
    </fieldset>
  );
}
