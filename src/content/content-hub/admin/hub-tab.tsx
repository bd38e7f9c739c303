import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { CollectionTab } from '#admin/list/collection-tab.tsx';
import { ItemCard } from '#admin/list/item-card.tsx';
import { isTable, listParams } from '#admin/list/list-view.ts';
import type { ActionTexts } from '#admin/list/use-item-actions.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { HubForm } from './hub-form.tsx';
import { hubHref } from './hub-items.ts';

const ASK = 'Are you sure you want to delete this content hub configuration?';

const TEXTS: ActionTexts = {
  deleted: 'Content hub configuration deleted successfully',
  failedToDelete: () => 'Failed to delete content hub configuration',
  failedToUpdate: () => 'Failed to update content hub configuration',
  countOf: (count) => counted(count, 'content hub configuration', 'content hub configurations'),
  question: { title: 'Delete', text: ASK, action: 'Delete', tone: 'danger' },
};

/** The hubs, each edited in its place. */
export function HubTab({ collection }: ScreenProps) {
  const { search, rest, goTo } = useAdminAddress();
  const list = useQuery(
    adminListQuery('/api/content-hub-configs', {
      ...listParams(collection, search),
      view: undefined,
    }),
  );
  const isOpen = ({ id }: { id: number }) => String(id) === rest;
  // A new one keeps its place when it has become an item.
  const [wasNew, setWasNew] = useState(false);
  const isNew = rest === 'new' || (wasNew && rest !== '');
  if (isNew !== wasNew) setWasNew(isNew);
  // A link may lead to one that stands on another page of the list, or in a table.
  const isElsewhere =
    rest !== '' && list.data && (isTable(collection, search) || !list.data.items.some(isOpen));
  const close = () => void goTo(adminHref(collection, '', search));

  return (
    <CollectionTab
      collection={collection}
      list={list}
      add="Add Configuration"
      texts={TEXTS}
      noneYet="No configurations yet."
      siteHref={hubHref}
      above={
        (isNew || isElsewhere) && (
          <div className="mt-5">
            <OpenEditor collection={collection} editor={HubForm} target={rest} onClose={close} />
          </div>
        )
      }
    >
      {({ items, ...parts }) => (
        <ul className="mt-3">
          {items.map((config) =>
            isOpen(config) && !isNew ? (
              <li key={config.id} className="border-t border-line py-4">
                <HubForm collection={collection} item={config} onClose={close} />
              </li>
            ) : (
              <ItemCard
                key={config.id}
                collection={collection}
                item={config}
                facts={[]}
                href={hubHref(config)}
                {...parts}
              >
                <p className="mt-1 text-xs text-faint">
                  {config.pageType}/{config.pageSlug}
                </p>
                <ul aria-label="Related content" className="mt-2 grid gap-1 text-sm">
                  {config.relatedContent.map((item) => (
                    <li
                      key={`${item.type}/${item.slug ?? item.title}`}
                      className="flex items-baseline gap-2"
                    >
                      <Badge>{item.type}</Badge>
                      <span className="min-w-0">{item.title}</span>
                      {item.isCurrentPage && <Badge tone="accent">Current Page</Badge>}
                    </li>
                  ))}
                </ul>
              </ItemCard>
            ),
          )}
        </ul>
      )}
    </CollectionTab>
  );
}
