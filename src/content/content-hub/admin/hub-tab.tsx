import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { focusTab, TAB_TITLE } from '#admin/focus-tab.ts';
import { ListTools } from '#admin/list/list-tools.tsx';
import { PAGE_SIZE, readView } from '#admin/list/list-view.ts';
import type { ScreenProps } from '#admin/screens.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import type { ContentHubConfig } from '#content/content-hub/content-hub.collection.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Plus } from '#ui/icons.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { HubCard } from './hub-card.tsx';
import { HubForm } from './hub-form.tsx';

const ASK = 'Are you sure you want to delete this content hub configuration?';
const DELETED = 'Content hub configuration deleted successfully';
const FAILED = 'Failed to delete content hub configuration';

const pathOf = (name: string, view: ReturnType<typeof readView>) => {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
  if (view.page > 1) query.set('offset', String((view.page - 1) * PAGE_SIZE));
  for (const key of ['q', 'status', 'sort'] as const) if (view[key]) query.set(key, view[key]);
  return `/api/${name}?${query}`;
};

/** The hubs, each edited in its place. */
export function HubTab({ collection }: ScreenProps) {
  const { search, rest, goTo, changeSearch } = useAdminAddress();
  const { name } = collection;
  const view = readView(search);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { data, error } = useQuery(adminListQuery<ContentHubConfig>(pathOf(name, view)));
  const items = data?.items ?? [];
  // A link to one that stands on another page of the list.
  const isElsewhere =
    data !== undefined && /^\d+$/.test(rest) && !items.some(({ id }) => String(id) === rest);
  const close = () => void goTo(adminHref(name, '', search));

  const remove = async (config: ContentHubConfig) => {
    const isSure = await confirm({ title: 'Delete', text: ASK, action: 'Delete', tone: 'danger' });
    if (!isSure) return;
    try {
      await adminSend('DELETE', `/api/${name}/${config.id}`);
      sayDone(DELETED);
    } catch {
      sayError(FAILED);
    }
    await refreshCollection(queryClient, name);
    focusTab();
  };

  return (
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          Content Hub
        </h2>
        <ButtonLink href={adminHref(name, 'new', search)} variant="primary">
          <Plus aria-hidden className="size-4" />
          Add Configuration
        </ButtonLink>
      </header>
      <ListTools
        collection={collection}
        view={view}
        onChange={(patch) => void changeSearch(patch, name)}
      />
      {rest === 'new' && (
        <div className="mt-5">
          <HubForm key="new" collection={collection} item={null} onClose={close} />
        </div>
      )}
      {isElsewhere && (
        <OpenEditor
          key={rest}
          collection={collection}
          editor={HubForm}
          target={rest}
          onClose={close}
        />
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
            {rest === String(config.id) ? (
              <HubForm collection={collection} item={config as never} onClose={close} />
            ) : (
              <HubCard
                config={config}
                onEdit={() => void goTo(adminHref(name, config.id, search))}
                onDelete={() => void remove(config)}
              />
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={view.page}
        pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        hrefFor={(page) => adminHref(name, '', { ...search, page: page > 1 ? String(page) : '' })}
      />
    </section>
  );
}
