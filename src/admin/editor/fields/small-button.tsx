import { ArrowDown, ArrowUp, type IconComponent, X } from '#ui/icons.tsx';
import { moved } from './rows.ts';

interface SmallButtonProps {
  label: string;
  icon: IconComponent;
  onClick: () => void;
  disabled?: boolean;
  danger?: boolean;
}

/** A picture that is a button; its label is spoken and shown on hover. */
export function SmallButton({ label, icon: Icon, onClick, disabled, danger }: SmallButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={`inline-flex size-11 shrink-0 items-center justify-center text-soft disabled:opacity-35 ${danger ? 'hover:text-danger' : 'hover:text-accent'}`}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}

interface OrderButtonsProps<T> {
  /** The name of the entry: 'Move {name} up'. */
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
