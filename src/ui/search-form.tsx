import { clsx } from 'clsx';
import { Button } from './button.tsx';
import { SearchField } from './search-field.tsx';

interface SearchFormProps {
  label: string;
  placeholder?: string;
  className?: string;
}

/** Asks the whole site from within a page: a plain form that works without script. */
export function SearchForm({ label, placeholder, className }: SearchFormProps) {
  return (
    <search className={clsx('no-print block max-w-xl', className)}>
      <form action="/search" className="flex items-end gap-3">
        <SearchField
          name="q"
          label={label}
          showLabel
          maxLength={200}
          placeholder={placeholder}
          className="grow"
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
