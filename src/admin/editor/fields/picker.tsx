import { type KeyboardEvent, useState } from 'react';
import type { AnyItem } from '#kit/collection.ts';
import { cn } from '#ui/cn.ts';
import { ArrowDown, ArrowUp, X } from '#ui/icons.tsx';
import { FieldFrame } from './field-frame.tsx';
import { moved } from './rows.ts';
import { SmallButton } from './small-button.tsx';
import { collectionNamed, titleOf, useChosen, useMatches } from './use-choices.ts';

interface PickerProps {
  label: string;
  /** The collection that is picked from. */
  to: string;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** At most one. */
  single?: boolean;
  required?: boolean;
  help?: string | undefined;
  error?: string | undefined;
}

/** Items of another collection, found by typing, in the order of the page. */
export function Picker(props: PickerProps) {
  const { label, to, value, onChange, single = false, required = false, help, error } = props;
  const collection = collectionNamed(to);
  const [term, setTerm] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { items, total, isPending } = useMatches(to, term, isOpen);
  const offered = items.filter((item) => !value.includes(item.id));
  const chosen = useChosen(to, value, items);
  const nameOf = (item: AnyItem | null, id: number) =>
    item ? titleOf(collection, item) : `#${id}`;

  const add = (item: AnyItem | undefined) => {
    if (!item) return;
    onChange(single ? [item.id] : [...value, item.id]);
    setTerm('');
    setActive(0);
    if (single) setIsOpen(false);
  };

  const watchKeys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIsOpen(true);
      setActive((active + step + offered.length) % Math.max(1, offered.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen) add(offered[active]);
    }
    if (event.key === 'Escape' && isOpen) {
      // Closes the list, not the form around it.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  };

  return (
    <FieldFrame label={label} required={required} help={help} error={error}>
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${ids.id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && offered[active] ? `${ids.id}-${active}` : undefined}
            autoComplete="off"
            value={term}
            placeholder={`Type to find ${collection?.label.many ?? to}`}
            onFocus={() => setIsOpen(true)}
            onClick={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={watchKeys}
            onChange={(event) => {
              setTerm(event.target.value);
              setActive(0);
              setIsOpen(true);
            }}
            className="field"
          />
          {isOpen && (
            <div
              id={`${ids.id}-list`}
              role="listbox"
              aria-label="Choices"
              className="absolute z-10 mt-1 max-h-64 w-full overflow-y-auto border border-rule bg-raised shadow-float"
            >
              {offered.map((item, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as a combobox has it
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the input
                <div
                  key={item.id}
                  id={`${ids.id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  // The input keeps its focus, so that the list does not close under the pointer.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => add(item)}
                  className={cn(
                    'min-h-11 cursor-pointer px-3 py-2.5 text-sm hover:bg-sunken',
                    index === active && 'bg-sunken',
                  )}
                >
                  {titleOf(collection, item)}
                </div>
              ))}
              {offered.length === 0 && (
                <p className="px-3 py-2.5 text-sm text-faint">
                  {isPending ? 'Loading…' : 'Nothing found'}
                </p>
              )}
              {total > items.length && (
                <p className="border-t border-line px-3 py-2 text-xs text-faint">
                  {total - items.length} more: type to narrow down.
                </p>
              )}
            </div>
          )}
          {chosen.length > 0 && (
            <ol aria-label="Chosen" className="mt-2 divide-y divide-line border-y border-line">
              {chosen.map(({ id, item }, index) => (
                <li key={id} className="flex items-center gap-1 text-sm">
                  <span className="mr-auto py-2">{nameOf(item, id)}</span>
                  {!single && (
                    <>
                      <SmallButton
                        label={`Move ${nameOf(item, id)} up`}
                        icon={ArrowUp}
                        disabled={index === 0}
                        onClick={() => onChange(moved(value, index, -1))}
                      />
                      <SmallButton
                        label={`Move ${nameOf(item, id)} down`}
                        icon={ArrowDown}
                        disabled={index === chosen.length - 1}
                        onClick={() => onChange(moved(value, index, 1))}
                      />
                    </>
                  )}
                  <SmallButton
                    label={`Remove ${nameOf(item, id)}`}
                    icon={X}
                    onClick={() => onChange(value.filter((other) => other !== id))}
                  />
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
