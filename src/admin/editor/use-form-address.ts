import { createContext, use } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { AnyItem } from '#kit/collection.ts';

/** Receives the created item and keeps its form open; null where the form opens anew. */
export const CreatedContext = createContext<((created: AnyItem) => void) | null>(null);

/** How a form of something new becomes that of the item which it created. */
export const useFormAddress = (item: AnyItem | null) => {
  const { tab, rest, search, goTo } = useAdminAddress();
  const onCreated = use(CreatedContext);
  // Elsewhere the screen around the form hands it the created item.
  const isAddressed = rest.split('/').at(-1) === String(item?.id ?? 'new');
  return {
    onCreated,
    /** At the item's address another form opens. */
    opensAnew: isAddressed && onCreated === null,
    follow: ({ id }: AnyItem) => {
      if (!isAddressed) return;
      void goTo(adminHref({ name: tab }, rest.replace(/[^/]+$/, String(id)), search), {
        replace: true,
        isSameForm: onCreated !== null,
      });
    },
  };
};
