// biome-ignore-all lint/a11y/useAriaPropsForRole: a checkbox tells its own state

import { clsx } from 'clsx';
import type { InputHTMLAttributes } from 'react';

interface SwitchProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
}

/** A checkbox that reads as on or off; it works without script. */
export function Switch({ id, className, children, ...rest }: SwitchProps) {
  return (
    <label htmlFor={id} className="inline-flex min-h-11 items-center gap-2.5 text-sm font-medium">
      <input
        id={id}
        type="checkbox"
        role="switch"
        {...rest}
        className={clsx(
          className,
          'relative h-5 w-9 shrink-0 appearance-none rounded-full border border-control bg-raised before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control before:transition-transform checked:border-accent-fill checked:bg-accent-fill checked:before:translate-x-4 checked:before:bg-on-accent',
        )}
      />
      {children}
    </label>
  );
}
