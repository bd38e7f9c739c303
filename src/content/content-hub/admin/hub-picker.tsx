import { useState } from 'react';
import { collectionNamed } from '#admin/collections.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { titleOf, useMatches } from '#admin/editor/fields/use-choices.ts';
import { HUB_COLLECTIONS, type HubType } from '#content/content-hub/hub-path.ts';
import { HUB_TYPE_OPTIONS, type HubItem, toHubItem } from './hub-items.ts';

const OFFERED = 8;

interface HubPickerProps {
  chosen: readonly HubItem[];
  onAdd: (item: HubItem) => void;
}

/** Finds pages that readers see by typing; an item that leads to no other is refused. */
export function HubPicker({ chosen, onAdd }: HubPickerProps) {
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
        options={HUB_TYPE_OPTIONS}
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
