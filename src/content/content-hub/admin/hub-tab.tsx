import { useQuery } from '@tanstack/react-query';
import { adminHref, pageHref, useAdminAddress } from '#admin/address.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { pagesOf, partOf } from '#admin/list/list-page.ts';
import { ListTools } from '#admin/list/list-tools.tsx';
import { readView } from '#admin/list/list-view.ts';
import { SelectionBar } from '#admin/list/selection-bar.tsx';
import { TabHeader } from '#admin/list/tab-header.tsx';
import { type ActionTexts, useItemActions } from '#admin/list/use-item-actions.ts';
import { useSelection } from '#admin/list/use-selection.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { HubCard } from './hub-card.tsx';
import { HubForm } from './hub-form.tsx';

const ASK = 'Are you sure you want to delete this content hub configuration?';

const TEXTS: ActionTexts = {
  deleted: 'Content hub configuration deleted successfully',
  failedToDelete: () => 'Failed to delete content hub configuration',
  failedToUpdate: () => 'Failed to update content hub configuration',
  countOf: (count) => `${count} content hub configuration${count === 1 ? '' : 's'}`,
  question: { title: 'Delete', text: ASK, action: 'Delete', tone: 'danger' },
};

/** The hubs, each edited in its place. */
export function HubTab({ collection }: ScreenProps) {
  const { search, rest, goTo, changeSearch } = useAdminAddress();
  const view = readView(search);
  const actions = useItemActions(collection, TEXTS);
  const { page, ...filters } = view;
  const { data, error } = useQuery(
    adminListQuery('/api/content-hub-configs', { ...partOf(page), ...filters }),
  );
  const items = data?.items ?? [];
  const isOpen = ({ id }: { id: number }) => String(id) === rest;
  const selection = useSelection(items.filter((item) => !isOpen(item)).map(({ id }) => id));
  // A link to one that stands on another page of the list.
  const isElsewhere = data !== undefined && /^\d+$/.test(rest) && !items.some(isOpen);
  const close = () => void goTo(adminHref(collection, '', search));

  return (
    <section aria-labelledby={TAB_TITLE}>
      <TabHeader collection={collection} title="Content Hub" add="Add Configuration" />
      <ListTools
        collection={collection}
        view={view}
        onChange={(patch) => void changeSearch(patch, collection)}
      />
      <SelectionBar
        collection={collection}
        items={items.map((item) => ({ ...item }))}
        selection={selection}
        actions={actions}
      />
      {rest === 'new' && (
        <div className="mt-5">
          <HubForm key="new" collection={collection} item={null} onClose={close} />
        </div>
      )}
      {isElsewhere && (
        <OpenEditor collection={collection} editor={HubForm} target={rest} onClose={close} />
      )}
      {error && <ErrorText>The list could not be loaded: {messageOf(error)}</ErrorText>}
      {!data && !error && <Skeleton className="mt-5 h-40" />}
      {data && items.length === 0 && (
        <div className="mt-5">
          <EmptyState
            text={view.q || view.status ? 'Nothing matches.' : 'No configurations yet.'}
          />
        </div>
      )}
      <ul className="mt-3">
        {items.map((config) => (
          <li key={config.id} className="border-t border-line py-4">
            {isOpen(config) ? (
              <HubForm collection={collection} item={config} onClose={close} />
            ) : (
              <HubCard
                config={config}
                onEdit={() => void goTo(adminHref(collection, config.id, search))}
                selection={selection}
                onDelete={() => void actions.remove({ ...config })}
              />
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={view.page}
        pages={pagesOf(data?.total)}
        hrefFor={pageHref(collection, search)}
      />
    </section>
  );
}
