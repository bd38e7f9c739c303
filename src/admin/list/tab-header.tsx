import { adminHref, useAdminAddress } from '#admin/address.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';

interface TabHeaderProps {
  /** The collection, and with it the tab's address. */
  name: string;
  title: string;
  /** 'Add FAQ'. */
  add: string;
}

/** A tab's heading, and the way to a new item. */
export function TabHeader({ name, title, add }: TabHeaderProps) {
  const { search } = useAdminAddress();
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
        {title}
      </h2>
      <ButtonLink href={adminHref(name, 'new', search)} variant="primary">
        <Plus aria-hidden className="size-4" />
        {add}
      </ButtonLink>
    </header>
  );
}
