import { ArrowDown, ArrowUp, X } from '#ui/icons.tsx';
import { moved } from './rows.ts';
import { SmallButton } from './small-button.tsx';

interface OrderButtonsProps<T> {
  /** What the entry is called: 'Move {name} up'. */
  name: string;
  list: readonly T[];
  index: number;
  onChange: (list: T[]) => void;
  /** False where there is no order to change. */
  isOrdered?: boolean;
}

/** Moves an entry of a list up or down, or removes it. */
export function OrderButtons<T>(props: OrderButtonsProps<T>) {
  const { name, list, index, onChange, isOrdered = true } = props;
  return (
    <span className="flex shrink-0">
      {isOrdered && (
        <>
          <SmallButton
            label={`Move ${name} up`}
            icon={ArrowUp}
            disabled={index === 0}
            onClick={() => onChange(moved(list, index, -1))}
          />
          <SmallButton
            label={`Move ${name} down`}
            icon={ArrowDown}
            disabled={index === list.length - 1}
            onClick={() => onChange(moved(list, index, 1))}
          />
        </>
      )}
      <SmallButton
        label={`Remove ${name}`}
        icon={X}
        onClick={() => onChange(list.filter((_, at) => at !== index))}
      />
    </span>
  );
}
