import { useQuery } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { Trash2 } from '#admin/icons.ts';
import { CollectionTab } from '#admin/list/collection-tab.tsx';
import { StatusBadge } from '#admin/list/item-card.tsx';
import { listParams, type RowParts, readColumns } from '#admin/list/list-view.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { ActionTexts } from '#admin/list/use-item-actions.ts';
import { ViewOnSite } from '#admin/list/view-on-site.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import {
  type ContentHubConfig,
  contentHubConfigs,
} from '#content/content-hub/content-hub.collection.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Pencil } from '#ui/icons.tsx';
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
  const isTable = readColumns(collection, search.columns).length > 0;
  // A link to one that stands on another page of the list, or in a table.
  const isElsewhere = list.data && /^\d+$/.test(rest) && (isTable || !list.data.items.some(isOpen));
  const close = () => void goTo(adminHref(collection, '', search));

  return (
    <CollectionTab
      collection={collection}
      list={list}
      add="Add Configuration"
      texts={TEXTS}
      noneYet="No configurations yet."
      above={
        <>
          {rest === 'new' && (
            <div className="mt-5">
              <HubForm key="new" collection={collection} item={null} onClose={close} />
            </div>
          )}
          {isElsewhere && (
            <OpenEditor collection={collection} editor={HubForm} target={rest} onClose={close} />
          )}
        </>
      }
    >
      {({ items, selection, actions, rowProps }) => (
        <ul className="mt-3">
          {items.map((config) => (
            <li
              key={config.id}
              {...rowProps(String(config.id))}
              className="border-t border-line py-4"
            >
              {isOpen(config) ? (
                <HubForm collection={collection} item={config} onClose={close} />
              ) : (
                <HubCard config={config} selection={selection} actions={actions} />
              )}
            </li>
          ))}
        </ul>
      )}
    </CollectionTab>
  );
}

interface HubCardProps extends Pick<RowParts<ContentHubConfig>, 'selection' | 'actions'> {
  config: ContentHubConfig;
}

function HubCard({ config, selection, actions }: HubCardProps) {
  const { search, goTo } = useAdminAddress();
  const { mayChange } = useMayChange(contentHubConfigs);
  return (
    <div className="flex gap-3" data-item-card>
      {mayChange(config) && (
        <SelectBox id={config.id} title={config.title} selection={selection} className="mt-1" />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-h4 font-semibold">{config.title}</h3>
          <StatusBadge collection={contentHubConfigs} item={config} />
        </div>
        <p className="mt-1 text-xs text-faint">
          {config.pageType}/{config.pageSlug}
        </p>
        <p className="mt-1 max-w-3xl text-sm text-soft">{config.description}</p>
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
      </div>
      <div className="flex shrink-0 max-sm:flex-col">
        <ViewOnSite href={hubHref(config)} of={`the page of ${config.title}`} />
        <May least="editor">
          <SmallButton
            label={`Edit ${config.title}`}
            icon={Pencil}
            onClick={() => void goTo(adminHref(contentHubConfigs, config.id, search))}
          />
        </May>
        {mayChange(config) && (
          <SmallButton
            label={`Delete ${config.title}`}
            icon={Trash2}
            danger
            onClick={() => void actions.remove(config)}
          />
        )}
      </div>
    </div>
  );
}
