import { type KeyboardEvent, useId, useState } from 'react';
import { collectionNamed } from '#admin/collections.ts';
import { OptionList, useOptions } from '#admin/parts/option-list.tsx';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { OrderButtons } from './small-button.tsx';
import { type Choice, type ItemKey, titleOf, useChosen, useMatches } from './use-choices.ts';

interface PickerProps<K extends ItemKey> extends InputProps<readonly K[], K[]> {
  /** The collection that is picked from. */
  to: string;
  /** How the field refers to an item. */
  keyOf: (collection: Collection | undefined, item: AnyItem) => K;
  /** Keeps typed words as they are, e.g. where a list takes words beside slugs. */
  keyOfWords?: (words: string) => K;
  /** At most one. */
  single?: boolean;
}

/** Items of another collection, found by typing, in the order of the page. */
export function Picker<K extends ItemKey>(props: PickerProps<K>) {
  const { label, to, keyOf, onChange, keyOfWords, single = false, required = false } = props;
  const collection = collectionNamed(to);
  const value = [...new Set(props.value)];
  const [term, setTerm] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { items, total, isLate } = useMatches(to, term, isOpen);
  const loaded = items.map(
    (item): Choice<K> => ({
      key: keyOf(collection, item),
      label: titleOf(collection, item),
    }),
  );
  const picked = useChosen(to, value, loaded);
  const words = term.trim();
  const isWord = keyOfWords && words !== '' && !loaded.some(({ key }) => key === words);
  const matches = [
    ...loaded,
    ...(isWord ? [{ key: keyOfWords(words), label: `Add “${words}” as text` }] : []),
  ];
  const add = (key: K) => {
    onChange(single ? [key] : [...value, key]);
    setTerm('');
    toFirst();
    if (single) setIsOpen(false);
  };
  const offered = isLate || !isOpen ? [] : matches.filter(({ key }) => !value.includes(key));
  const { field, list, toFirst } = useOptions(
    useId(),
    offered.map(({ key, label }) => ({ key, label, choose: () => add(key) })),
  );

  const watchKeys = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) setIsOpen(true);
    field.onKeyDown(event);
    // Enter saves no form, and Escape closes the list, not the form around it.
    if (event.key !== 'Enter' && !(event.key === 'Escape' && isOpen)) return;
    event.preventDefault();
    if (event.key === 'Enter') return;
    event.stopPropagation();
    setIsOpen(false);
  };

  return (
    <FieldFrame
      label={label}
      field={props.field}
      required={required}
      help={props.help}
      error={props.error}
    >
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            {...field}
            role="combobox"
            aria-expanded={isOpen}
            data-menu-open={isOpen ? '' : undefined}
            value={term}
            placeholder={`Type to find ${collection?.label.many ?? to}`}
            onClick={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={watchKeys}
            onChange={(event) => {
              setTerm(event.target.value);
              toFirst();
              setIsOpen(true);
            }}
            className="field"
          />
          {isOpen && (
            <div className="absolute z-10 mt-1 max-h-64 w-full overflow-y-auto border border-rule bg-raised shadow-float">
              <OptionList label="Choices" {...list} />
              {offered.length === 0 && (
                <p className="px-3 py-2.5 text-sm text-faint">
                  {isLate ? 'Loading…' : 'Nothing found'}
                </p>
              )}
              {!isLate && total > items.length && (
                <p className="border-t border-line px-3 py-2 text-xs text-faint">
                  {total - items.length} more: type to narrow down.
                </p>
              )}
            </div>
          )}
          <PickedList picked={picked} onChange={onChange} isOrdered={!single} />
        </div>
      )}
    </FieldFrame>
  );
}

interface PickedListProps<K extends ItemKey> {
  picked: readonly Choice<K>[];
  onChange: (keys: K[]) => void;
  /** There is an order to change. */
  isOrdered: boolean;
}

/** A picker's items, to be moved and removed. */
function PickedList<K extends ItemKey>({ picked, onChange, isOrdered }: PickedListProps<K>) {
  if (picked.length === 0) return null;
  const keys = picked.map(({ key }) => key);
  return (
    <ol aria-label="Chosen" className="mt-2 divide-y divide-line border-y border-line">
      {picked.map(({ key, label }, index) => (
        <li key={key} className="flex items-center gap-1 text-sm">
          <span className="mr-auto py-2">{label}</span>
          <OrderButtons
            name={label}
            list={keys}
            index={index}
            onChange={onChange}
            isOrdered={isOrdered}
          />
        </li>
      ))}
    </ol>
  );
}
