import { adminHref, useAdminAddress } from '#admin/address.ts';
import { collectionNamed } from '#admin/collections.ts';
import { CsvTools } from '#admin/csv/csv-tools.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { useMayChange } from '#admin/may.tsx';
import type { Collection } from '#kit/collection.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';

interface TabHeaderProps {
  /** The collection, and with it the tab's address. */
  name: string;
  title: string;
  /** 'Add FAQ'. */
  add: string;
}

/** A tab's heading, the way to a new item, and all items as a table. */
export function TabHeader({ name, title, add }: TabHeaderProps) {
  const { search } = useAdminAddress();
  const collection = collectionNamed(name);
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
        {title}
      </h2>
      <div className="flex flex-wrap gap-3">
        {collection && <CsvTools collection={collection} />}
        {collection && (
          <AddLink collection={collection} href={adminHref(name, 'new', search)} label={add} />
        )}
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
