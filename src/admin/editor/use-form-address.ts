import { adminHref, useAdminAddress } from '#admin/address.ts';
import type { AnyItem } from '#kit/collection.ts';
import { useCreated } from './created-context.ts';

/** How a form of something new becomes that of the item which it created. */
export const useFormAddress = (item: AnyItem | null) => {
  const { tab, rest, search, goTo } = useAdminAddress();
  const onCreated = useCreated();
  // Elsewhere the screen around the form hands it what was created.
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
