import { useState } from 'react';
import { showMixed } from '#admin/editor/fields/rows.ts';
import { OrderButtons } from '#admin/editor/fields/small-button.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { isSame } from '#admin/editor/form-values.ts';
import { Badge } from '#ui/badge.tsx';
import { Chip } from '#ui/chip.tsx';
import { type HubItem, markCurrent, readRelated } from './hub-items.ts';
import { HubPicker } from './hub-picker.tsx';

interface RelatedContentProps {
  /** The list; a text while it is no valid one. */
  value: unknown;
  onChange: (value: HubItem[] | string) => void;
  error?: string | undefined;
}

/** The same list twice: rows with a picker, and the JSON itself. */
export function RelatedContent({ value, onChange, error }: RelatedContentProps) {
  const [text, setText] = useState(() => showMixed(value));
  const list: HubItem[] | null = Array.isArray(value) ? value : null;
  const isOwnText = typeof value === 'string' ? text === value : isSame(readRelated(text), value);
  const shown = isOwnText ? text : showMixed(value);
  const set = (items: HubItem[]) => onChange(items);
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="pr-3 text-sm font-semibold">Related content</legend>
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
        error={error}
        help="A list of items with type, title, description, slug and isCurrentPage."
        onChange={(next) => {
          setText(next);
          onChange(readRelated(next) ?? next);
        }}
      />
    </fieldset>
  );
}
