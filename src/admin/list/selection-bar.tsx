import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { statusWords } from './list-view.ts';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  collection: Collection;
  selection: Selection;
  actions: ReturnType<typeof useItemActions>;
}

/** What can be done with several items at once. */
export function SelectionBar({ collection, selection, actions }: SelectionBarProps) {
  const { shown, selected } = selection;
  const words = statusWords(collection);
  const clearAfter = async (work: Promise<boolean>) => {
    if (await work) selection.clear();
  };
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={shown.length > 0 && selected.length === shown.length}
          disabled={shown.length === 0}
          onChange={(event) => selection.select(shown, event.target.checked)}
          className="size-5 accent-accent-fill"
        />
        Select all on this page
      </label>
      <output className="text-faint">
        {selected.length > 0 ? `${selected.length} selected` : ''}
      </output>
      {selected.length > 0 && (
        <span className="flex flex-wrap gap-2 max-sm:pb-2">
          {words?.verbs.map((verb, index) => (
            <Button
              key={verb}
              size="sm"
              onClick={() => void clearAfter(actions.setVisible(selected, index === 0, verb))}
            >
              {verb}
            </Button>
          ))}
          <Button size="sm" onClick={() => void clearAfter(actions.removeAll(selected))}>
            Delete
          </Button>
        </span>
      )}
    </div>
  );
}
