import type { IconComponent } from '#ui/icons.tsx';

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
