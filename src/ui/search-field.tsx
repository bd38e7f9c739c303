import { clsx } from 'clsx';
import type { InputHTMLAttributes } from 'react';
import { Button } from './button.tsx';
import { Search } from './icons.tsx';
import { Labelled } from './labelled.tsx';

type SearchFormProps = Pick<
  SearchFieldProps,
  'label' | 'placeholder' | 'defaultValue' | 'className'
>;

/** Asks the whole site from within a page: a plain form that works without script. */
export function SearchForm({ className, ...field }: SearchFormProps) {
  return (
    <search className={clsx('no-print block max-w-xl', className)}>
      <form action="/search" className="flex items-end gap-3">
        <SearchField {...field} name="q" showLabel maxLength={200} className="grow" />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** A visible label lines the field up with selects beside it. */
  showLabel?: boolean;
}

export function SearchField({ label, showLabel, className, ...rest }: SearchFieldProps) {
  return (
    <Labelled label={label} isHidden={!showLabel} className={className}>
      {(id) => (
        <span className="relative block">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
          />
          <input autoComplete="off" {...rest} id={id} type="search" className="field pl-9" />
        </span>
      )}
    </Labelled>
  );
}
