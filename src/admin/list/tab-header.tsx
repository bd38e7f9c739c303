import { adminHref, useAdminAddress } from '#admin/address.ts';
import { CsvTools } from '#admin/csv/csv-tools.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { useMayChange } from '#admin/may.tsx';
import type { Collection } from '#kit/collection.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';

interface TabHeaderProps {
  collection: Collection;
  title: string;
  /** 'Add FAQ'. */
  add: string;
}

/** A tab's heading, the way to a new item, and all items as a table. */
export function TabHeader({ collection, title, add }: TabHeaderProps) {
  const { search } = useAdminAddress();
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
        {title}
      </h2>
      <div className="flex flex-wrap gap-3">
        <CsvTools collection={collection} />
        <AddLink collection={collection} href={adminHref(collection, 'new', search)} label={add} />
      </div>
    </header>
  );
}

interface AddLinkProps {
  collection: Collection;
  href: string;
  label: string;
}

/** The way to a new item, for those who may make one. */
export function AddLink({ collection, href, label }: AddLinkProps) {
  const { mayCreate } = useMayChange(collection);
  if (!mayCreate) return null;
  return (
    <ButtonLink href={href} variant="primary">
      <Plus aria-hidden className="size-4" />
      {label}
    </ButtonLink>
  );
}
