import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import type { FieldInputProps } from '#admin/editor/field-input.tsx';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { MixedInput } from '#admin/editor/fields/mixed-input.tsx';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { showMixed } from '#admin/editor/fields/rows.ts';
import { OrderButtons } from '#admin/editor/fields/small-button.tsx';
import { toastOutcome } from '#admin/toast.ts';
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

/** Finds pages by typing; one that readers do not see is refused when the hub is saved. */
function HubPicker({ onAdd }: { onAdd: (item: HubItem) => void }) {
  const queryClient = useQueryClient();
  const [type, setType] = useState<HubType>('faq');
  const name = HUB_COLLECTIONS[type];
  const collection = collectionNamed(name);
  const add = (id: number) =>
    toastOutcome(
      () => queryClient.fetchQuery(adminItemQuery(name, id)),
      (item) => {
        if (collection) onAdd(toHubItem(type, item, collection.title, collection.body ?? ''));
        return null;
      },
      'The page was not added',
    );
  return (
    <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
      <ChoiceInput
        label="Add a page of type"
        value={type}
        onChange={(next) => setType(next as HubType)}
        options={HUB_TYPES.map((value) => ({ value, label: HUB_TYPE_WORDS[value] }))}
      />
      <Picker
        key={type}
        label="Find it"
        to={name}
        keyOf={(_, { id }) => id}
        single
        value={[]}
        onChange={([id]) => id !== undefined && void add(id)}
      />
    </div>
  );
}

/** A page that is listed already changes nothing. */
const addPage = (list: readonly HubItem[], page: HubItem): HubItem[] =>
  list.some(({ type, slug }) => type === page.type && slug === page.slug)
    ? [...list]
    : [...list, page];

/** The same list twice: rows with a picker, and the JSON itself; the value is a text while it is no valid list. */
export function RelatedContent({ value, onChange, error }: FieldInputProps) {
  const list: HubItem[] | null = Array.isArray(value) ? value : null;
  // Two that are added one after another arrive later, each on top of the last.
  const latest = useRef(list);
  latest.current = list;
  const set = (items: HubItem[]) => {
    latest.current = items;
    onChange(items);
  };
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
      {(list !== null || (value ?? '') === '') && (
        <HubPicker onAdd={(item) => set(addPage(latest.current ?? [], item))} />
      )}
      <MixedInput
        label="Related content as JSON"
        value={value}
        error={error === INVALID_JSON ? undefined : error}
        help="A list of items with type, title, description, slug and isCurrentPage."
        onChange={(next) => onChange(readRelated(next) ? next : showMixed(next))}
      />
    </fieldset>
  );
}
