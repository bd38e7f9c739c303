import type { Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { statusWords } from './list-view.ts';

interface SelectionBarProps {
  collection: Collection;
  /** How many items the page shows, and how many of them are chosen. */
  shown: number;
  selected: number;
  onSelectAll: (isSelected: boolean) => void;
  onVisible: (isOn: boolean, verb: string) => void;
  onDelete: () => void;
}

/** What can be done with several items at once. */
export function SelectionBar(props: SelectionBarProps) {
  const { collection, shown, selected, onSelectAll, onVisible, onDelete } = props;
  const words = statusWords(collection);
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={shown > 0 && selected === shown}
          disabled={shown === 0}
          onChange={(event) => onSelectAll(event.target.checked)}
          className="size-5 accent-accent-fill"
        />
        Select all on this page
      </label>
      <output className="text-faint">{selected > 0 ? `${selected} selected` : ''}</output>
      {selected > 0 && (
        <span className="flex flex-wrap gap-2 max-sm:pb-2">
          {words?.verbs.map((verb, index) => (
            <Button key={verb} size="sm" onClick={() => onVisible(index === 0, verb)}>
              {verb}
            </Button>
          ))}
          <Button size="sm" onClick={onDelete}>
            Delete
          </Button>
        </span>
      )}
    </div>
  );
}
