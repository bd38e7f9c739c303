import { createContext, use } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { AnyItem } from '#kit/collection.ts';

/** Receives the created item and keeps its form open; null where the screen around the form does. */
export const CreatedContext = createContext<((created: AnyItem) => void) | null>(null);

/** How a form of something new becomes that of the item which it created. */
export const useFormAddress = (item: AnyItem | null) => {
  const { tab, rest, isWriting, search, goTo } = useAdminAddress();
  const onCreated = use(CreatedContext);
  const isAddressed = rest.split('/').at(-1) === String(item?.id ?? 'new');
  /** A form inside another type's tab has none. */
  const hasWritingPage = isAddressed && !rest.includes('/');
  /** The same form in its other frame: nothing that is typed leaves it. */
  const showAs = (frame: 'form' | 'page') => {
    const place = frame === 'page' ? `${rest}/write` : rest;
    return goTo(adminHref({ name: tab }, place, search), { isSameForm: true });
  };
  return {
    onCreated,
    hasWritingPage,
    isWriting: isWriting && hasWritingPage,
    showAs,
    follow: ({ id }: AnyItem) => {
      if (!isAddressed) return;
      const place = rest.replace(/[^/]+$/, String(id));
      void goTo(adminHref({ name: tab }, isWriting ? `${place}/write` : place, search), {
        replace: true,
        isSameForm: onCreated !== null,
      });
    },
  };
};
