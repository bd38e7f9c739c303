import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface LabelledProps {
  label: string;
  /** Spoken alone, where the place says what the field is for. */
  isHidden?: boolean | undefined;
  className?: string | undefined;
  children(id: string): ReactNode;
}

/** A field under its label. */
export function Labelled({ label, isHidden = false, className, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={clsx('min-w-0', className)}>
      <label
        htmlFor={id}
        className={isHidden ? 'sr-only' : 'mb-1 block text-xs font-medium text-soft'}
      >
        {label}
      </label>
      {children(id)}
    </div>
  );
}
