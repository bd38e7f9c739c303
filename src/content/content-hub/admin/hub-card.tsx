import { SmallButton } from '#admin/editor/fields/small-button.tsx';
import { Trash2 } from '#admin/icons.ts';
import { StatusBadge } from '#admin/list/item-card.tsx';
import { SelectBox } from '#admin/list/select-box.tsx';
import type { Selection } from '#admin/list/use-selection.ts';
import { ViewOnSite } from '#admin/list/view-on-site.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import {
  type ContentHubConfig,
  contentHubConfigs,
} from '#content/content-hub/content-hub.collection.ts';
import { Badge } from '#ui/badge.tsx';
import { Pencil } from '#ui/icons.tsx';
import { hubHref } from './hub-items.ts';

interface HubCardProps {
  config: ContentHubConfig;
  selection: Selection;
  onEdit: () => void;
  onDelete: () => void;
}

export function HubCard({ config, selection, onEdit, onDelete }: HubCardProps) {
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
          <SmallButton label={`Edit ${config.title}`} icon={Pencil} onClick={onEdit} />
        </May>
        {mayChange(config) && (
          <SmallButton label={`Delete ${config.title}`} icon={Trash2} danger onClick={onDelete} />
        )}
      </div>
    </div>
  );
}
