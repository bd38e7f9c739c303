import { useState } from 'react';
import { collectionNamed } from '#admin/collections.ts';
import type { FieldInputProps } from '#admin/editor/field-input.tsx';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { showMixed } from '#admin/editor/fields/rows.ts';
import { OrderButtons } from '#admin/editor/fields/small-button.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { titleOf, useMatches } from '#admin/editor/fields/use-choices.ts';
import { isSame } from '#admin/editor/form-values.ts';
import { HUB_TYPES } from '#content/content-hub/content-hub.collection.ts';
import { HUB_COLLECTIONS, type HubType } from '#content/content-hub/hub-path.ts';
import { Badge } from '#ui/badge.tsx';
import { Chip } from '#ui/chip.tsx';
import {
  HUB_TYPE_WORDS,
  type HubItem,
  INVALID_JSON,
  markCurrent,
  readRelated,
  toHubItem,
} from './hub-items.ts';

const OFFERED = 8;

interface HubPickerProps {
  chosen: readonly HubItem[];
  onAdd: (item: HubItem) => void;
}

/** Finds pages that readers see by typing; an item that leads to no other is refused. */
function HubPicker({ chosen, onAdd }: HubPickerProps) {
  const [type, setType] = useState<HubType>('faq');
  const [term, setTerm] = useState('');
  const name = HUB_COLLECTIONS[type];
  const collection = collectionNamed(name);
  const isAsked = term.trim() !== '';
  const { items } = useMatches(name, term, isAsked, 'visible');
  const isChosen = (slug: unknown) =>
    chosen.some((item) => item.type === type && item.slug === slug);
  const offered = isAsked ? items.filter(({ slug }) => !isChosen(slug)).slice(0, OFFERED) : [];
  return (
    <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
      <ChoiceInput
        label="Add a page of type"
        value={type}
        onChange={(next) => setType(next as HubType)}
        options={HUB_TYPES.map((value) => ({ value, label: HUB_TYPE_WORDS[value] }))}
      />
      <TextInput
        label="Find it"
        value={term}
        onChange={setTerm}
        placeholder={`Type to find ${collection?.label.many ?? ''}`}
      />
      {offered.length > 0 && collection && (
        <ul aria-label="Pages found" className="border border-line sm:col-span-2">
          {offered.map((item) => (
            <li key={item.id} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={() =>
                  onAdd(toHubItem(type, item, collection.title, collection.body ?? ''))
                }
                className="min-h-11 w-full px-3 py-2 text-left text-sm hover:bg-sunken"
              >
                Add “{titleOf(collection, item)}”
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same list twice: rows with a picker, and the JSON itself; the value is a text while it is no valid list. */
export function RelatedContent({ value, onChange, error }: FieldInputProps) {
  const [text, setText] = useState(() => showMixed(value));
  const list: HubItem[] | null = Array.isArray(value) ? value : null;
  const isOwnText = typeof value === 'string' ? text === value : isSame(readRelated(text), value);
  const shown = isOwnText ? text : showMixed(value);
  const set = (items: HubItem[]) => onChange(items);
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="pr-3 text-sm font-semibold">Related content</legend>
      {error === INVALID_JSON && (
        <p role="alert" className="border-l-2 border-danger pl-3 text-sm font-medium text-danger">
          {INVALID_JSON}
        </p>
      )}
      {list && list.length > 0 && (
        <ol className="divide-y divide-line border-y border-line">
          {list.map((item, index) => (
            <li
              key={`${item.type}/${item.slug ?? item.title}`}
              className="flex flex-wrap items-center gap-2 py-1 text-sm"
            >
              <Badge>{item.type}</Badge>
              <span className="mr-auto">{item.title}</span>
              <Chip
                selected={item.isCurrentPage === true}
                onClick={() => set(markCurrent(list, index))}
              >
                Current Page
              </Chip>
              <OrderButtons name={item.title} list={list} index={index} onChange={set} />
            </li>
          ))}
        </ol>
      )}
      {(list !== null || shown.trim() === '') && (
        <HubPicker chosen={list ?? []} onAdd={(item) => set([...(list ?? []), item])} />
      )}
      <TextInput
        label="Related content as JSON"
        rows={8}
        value={shown}
        error={error === INVALID_JSON ? undefined : error}
        help="A list of items with type, title, description, slug and isCurrentPage."
        onChange={(next) => {
          setText(next);
          onChange(readRelated(next) ?? next);
        }}
      />
    </fieldset>
  );
}
