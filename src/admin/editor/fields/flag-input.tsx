import { type ReactNode, useId } from 'react';

interface FlagInputProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: ReactNode;
}

export function FlagInput({ label, checked, onChange, help }: FlagInputProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="inline-flex min-h-11 items-center gap-3 text-sm">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={help ? `${id}-help` : undefined}
          className="size-5 accent-accent-fill"
        />
        {label}
      </label>
      {help && (
        <span id={`${id}-help`} className="block text-xs text-faint">
          {help}
        </span>
      )}
    </div>
  );
}
