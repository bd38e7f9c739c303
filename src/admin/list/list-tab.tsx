import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { ItemEditor } from '#admin/editor/item-editor.tsx';
import type { EditorProps } from '#admin/editor/item-modal.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { CollectionTab } from './collection-tab.tsx';
import { ItemCard } from './item-card.tsx';
import { type ListShape, listParams } from './list-view.ts';

interface ListTabProps extends ScreenProps, ListShape {
  /** The form, where the generated one does not do. */
  editor?: ComponentType<EditorProps>;
  /** Below the list, and shown once that is there: it would be pushed from under the pointer. */
  children?: ReactNode;
}

export function ListTab({ collection, editor = ItemEditor, children, ...shape }: ListTabProps) {
  const { search } = useAdminAddress();
  const { name } = collection;
  const list = useQuery(
    adminListQuery('/api/{name}', { name, ...listParams(collection, search, shape) }),
  );
  // Asked for with the list, and not by its cards after it.
  useQuery(waitingQuery);
  return (
    <CollectionTab
      collection={collection}
      list={list}
      isWhole={shape.isWhole}
      editor={editor}
      footer={!list.isPending && children}
    >
      {({ items, ...parts }) => (
        <ul className="mt-3">
          {items.map((item) => (
            <ItemCard key={item.id} collection={collection} item={item} {...parts} />
          ))}
        </ul>
      )}
    </CollectionTab>
  );
}
