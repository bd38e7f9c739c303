import { OrderButtons } from './order-buttons.tsx';
import type { Choice, ItemKey } from './use-choices.ts';

interface PickedListProps<K extends ItemKey> {
  picked: readonly Choice<K>[];
  onChange: (keys: K[]) => void;
  /** There is an order to change. */
  isOrdered: boolean;
}

/** A picker's items, to be moved and removed. */
export function PickedList<K extends ItemKey>({ picked, onChange, isOrdered }: PickedListProps<K>) {
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
