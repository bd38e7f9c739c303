import { ArrowDown, ArrowUp, X } from '#ui/icons.tsx';
import { moved } from './rows.ts';
import { SmallButton } from './small-button.tsx';
import type { Choice, ItemKey } from './use-choices.ts';

interface PickedListProps<K extends ItemKey> {
  picked: readonly Choice<K>[];
  onChange: (keys: K[]) => void;
  /** There is an order to change. */
  isOrdered: boolean;
}

/** What a picker holds, to be moved and taken out. */
export function PickedList<K extends ItemKey>({ picked, onChange, isOrdered }: PickedListProps<K>) {
  if (picked.length === 0) return null;
  const keys = picked.map(({ key }) => key);
  return (
    <ol aria-label="Chosen" className="mt-2 divide-y divide-line border-y border-line">
      {picked.map(({ key, label }, index) => (
        <li key={key} className="flex items-center gap-1 text-sm">
          <span className="mr-auto py-2">{label}</span>
          {isOrdered && (
            <>
              <SmallButton
                label={`Move ${label} up`}
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => onChange(moved(keys, index, -1))}
              />
              <SmallButton
                label={`Move ${label} down`}
                icon={ArrowDown}
                disabled={index === picked.length - 1}
                onClick={() => onChange(moved(keys, index, 1))}
              />
            </>
          )}
          <SmallButton
            label={`Remove ${label}`}
            icon={X}
            onClick={() => onChange(keys.filter((other) => other !== key))}
          />
        </li>
      ))}
    </ol>
  );
}
