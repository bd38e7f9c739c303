import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react';

export interface Option {
  key: string | number;
  label: ReactNode;
  /** Below the label. */
  note?: ReactNode;
  choose: () => void;
  /** Found for earlier words: Enter does not take it. */
  isLate?: boolean;
}

interface OptionListProps extends ComponentProps<'div'> {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
}

/** The options; the focus stays in the field, which hears the keys and names the active one. */
export function OptionList({ id, label, options, active, className, ...list }: OptionListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div {...list} id={id} role="listbox" aria-label={label} className={className}>
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, as a combobox has it
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
        <div
          key={option.key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // The field keeps its focus, so that a list does not close under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={option.choose}
          className={clsx(
            'min-h-11 cursor-pointer px-3 py-2.5 text-sm hover:bg-sunken aria-selected:bg-accent-wash',
            option.note && 'border-b border-line',
          )}
        >
          <span className="block">{option.label}</span>
          {option.note && <span className="block truncate text-xs text-faint">{option.note}</span>}
        </div>
      ))}
    </div>
  );
}

/** The field of such a list: arrows go round, Enter takes the active one. */
export const useOptions = (id: string, options: readonly Option[]) => {
  const [moved, setActive] = useState(0);
  const active = Math.min(moved, options.length - 1);
  const chosen = options[active];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Where nothing is offered, the keys are those of the field.
    if (!chosen || (step === undefined && event.key !== 'Enter')) return;
    if (step !== undefined) setActive((active + step + options.length) % options.length);
    else if (!chosen.isLate) chosen.choose();
    event.preventDefault();
  };
  const field = {
    role: 'combobox',
    'aria-expanded': options.length > 0,
    'aria-controls': id,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': chosen && `${id}-${active}`,
    autoComplete: 'off',
    onKeyDown,
  };
  return { field, list: { id, options, active }, toFirst: () => setActive(0) };
};
