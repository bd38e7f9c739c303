import { clsx } from 'clsx';
import { type InputHTMLAttributes, useId } from 'react';
import { Search } from './icons.tsx';

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** A visible label lines the field up with selects beside it. */
  showLabel?: boolean;
}

export function SearchField({ label, showLabel, className, ...rest }: SearchFieldProps) {
  const id = useId();
  return (
    <div className={clsx('min-w-0', className)}>
      <label
        htmlFor={id}
        className={showLabel ? 'mb-1 block text-xs font-medium text-soft' : 'sr-only'}
      >
        {label}
      </label>
      <span className="relative block">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
        />
        <input autoComplete="off" {...rest} id={id} type="search" className="field pl-9" />
      </span>
    </div>
  );
}
