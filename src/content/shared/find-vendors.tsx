import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { SearchField } from '#ui/search-field.tsx';

export type VendorNames = ResponseOf<'get', '/api/vendor-names'>;

interface FindVendorsProps {
  names: VendorNames;
  find: string | undefined;
  /** The page whose selectors are narrowed, and what else its address says. */
  action: string;
  hiddenFields: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Only when the directory has outgrown a selector: a plain form that narrows its options. */
export function FindVendors({ names, find, action, hiddenFields }: FindVendorsProps) {
  if (names.total <= names.vendors.length && !find) return null;
  return (
    <form action={action} method="get" className="no-print mb-4 flex flex-wrap items-end gap-3">
      <SearchField
        label="Find a vendor"
        showLabel
        name="find"
        defaultValue={find}
        className="max-w-md flex-1"
      />
      <HiddenFields values={hiddenFields} />
      <Button type="submit">Find</Button>
      {find && names.total === 0 && (
        <p className="w-full text-sm text-soft">No vendor was found for "{find}".</p>
      )}
    </form>
  );
}
