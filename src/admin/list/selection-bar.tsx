import { type ComponentProps, type ReactNode, useState } from 'react';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { May, useMay, useMayChange } from '#admin/may.tsx';
import { AddToRelease } from '#admin/releases/add-to-release.tsx';
import { bulkFieldsOf } from '#client/list-filter.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { BulkEditDialog, type Matching } from './bulk-edit-dialog.tsx';
import { statusWords } from './list-view.ts';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  collection: Collection;
  items: readonly AnyItem[];
  selection: Selection;
  actions: ReturnType<typeof useItemActions>;
  matching?: Matching | undefined;
}

/** Actions on several items at once. */
export function SelectionBar(props: SelectionBarProps) {
  const { collection, items, selection, actions, matching } = props;
  const { selected } = selection;
  const words = statusWords(collection);
  const { mayChange, mayCreate } = useMayChange(collection);
  const chosen = items.filter(({ id }) => selected.includes(id));
  const clearAfter = async (work: Promise<boolean>) => {
    if (await work) selection.clear();
  };
  if (!mayCreate) return null;
  return (
    <SelectionTools selection={selection}>
      <May least="publisher">
        {words?.verbs.map((verb, index) => (
          <Button
            key={verb}
            size="sm"
            onClick={() => void clearAfter(actions.setVisible(chosen, index === 0, verb))}
          >
            {verb}
          </Button>
        ))}
      </May>
      {chosen.every(mayChange) && (
        <Button size="sm" onClick={() => void clearAfter(actions.removeAll(chosen))}>
          Delete
        </Button>
      )}
      <EditField
        collection={collection}
        items={chosen}
        matching={matching}
        onDone={selection.clear}
      />
      <ReleaseItems collection={collection} items={chosen} />
    </SelectionTools>
  );
}

/** Has the chosen items wait for a release. */
export function ReleaseItems(props: Omit<ComponentProps<typeof AddToRelease>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Add to a release
      </Button>
      {isOpen && <AddToRelease {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Gives a field of the chosen items another value. */
export function EditField(props: Omit<ComponentProps<typeof BulkEditDialog>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { mayCreate } = useMayChange(props.collection);
  if (!mayCreate || bulkFieldsOf(props.collection).length === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Edit a field
      </Button>
      {isOpen && <BulkEditDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface SelectionToolsProps {
  selection: Selection;
  /** Shown while something is chosen. */
  children: ReactNode;
}

/** Chooses all that may be changed, and says how much is chosen; its room is there before the list is. */
export function SelectionTools({ selection, children }: SelectionToolsProps) {
  const { shown, selected } = selection;
  const mayWrite = useMay('editor');
  if (!mayWrite) return null;
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {shown.length > 0 && (
        <FlagInput
          label="Select all on this page"
          checked={selected.length === shown.length}
          onChange={(isChosen) => selection.select(shown, isChosen)}
        />
      )}
      <output className="text-faint">
        {selected.length > 0 ? `${selected.length} selected` : ''}
      </output>
      {selected.length > 0 && <span className="flex flex-wrap gap-2 max-sm:pb-2">{children}</span>}
    </div>
  );
}
