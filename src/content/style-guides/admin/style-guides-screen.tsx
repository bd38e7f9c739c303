import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, adminQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { changedMessage } from '#admin/api/problems.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { OpenEditor } from '#admin/editor/open-editor.tsx';
import { CollectionTools } from '#admin/list/collection-tab.tsx';
import { May, useMayChange } from '#admin/may.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { toast, toastError } from '#admin/toast.ts';
import { type StyleGuide, styleGuides } from '#content/style-guides/style-guides.collection.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { GuideModal } from './guide-modal.tsx';

/** Below the tab of the news. */
const PLACE = 'style-guides';

const hrefOf = (target: string | number) =>
  adminHref('news', [PLACE, target].filter(Boolean).join('/'));

const activeQuery = adminQuery('/api/style-guides/active');

/** The guides that rewrites follow: one is active. */
export function StyleGuidesScreen() {
  const { rest, goTo } = useAdminAddress();
  const target = rest.split('/')[1] ?? '';
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <ActiveGuide />
        <CollectionTools collection={styleGuides} add="Add Style Guide" href={hrefOf('new')} />
      </div>
      <GuideList />
      <OpenEditor
        collection={styleGuides}
        editor={GuideModal}
        target={target}
        onClose={() => void goTo(hrefOf(''))}
      />
    </div>
  );
}

function ActiveGuide() {
  const { data } = useQuery(activeQuery);
  return (
    <section aria-labelledby="active-guide" className="min-w-0">
      <h3 id="active-guide" className="font-sans text-xs font-medium text-soft">
        Active style guide
      </h3>
      <p className="min-h-[1lh] font-serif text-h4 font-semibold" data-active-guide>
        {data === undefined ? '' : (data?.name ?? 'none')}
      </p>
      {data?.description && <p className="text-sm text-soft">{data.description}</p>}
    </section>
  );
}

function GuideList() {
  const { data, error, isPending, refetch } = useQuery(adminListQuery('/api/style-guides'));
  const actions = useGuideActions();
  if (isPending) return <p role="status">Loading style guides...</p>;
  if (error) {
    return (
      <ErrorText action={<Button onClick={() => void refetch()}>Try again</Button>}>
        The style guides could not be loaded.
      </ErrorText>
    );
  }
  if (data.items.length === 0) return <EmptyState text="No style guides found" />;
  return (
    <ul aria-label="Style guides">
      {data.items.map((guide) => (
        <GuideCard
          key={guide.id}
          guide={guide}
          isBusy={actions.isBusy}
          onActivate={() => actions.activate(guide)}
          onDelete={() => void actions.remove(guide)}
        />
      ))}
    </ul>
  );
}

interface GuideCardProps {
  guide: StyleGuide;
  isBusy: boolean;
  onActivate: () => void;
  onDelete: () => void;
}

function GuideCard({ guide, isBusy, onActivate, onDelete }: GuideCardProps) {
  const { id, name, description, prompt, isActive } = guide;
  const { mayChange } = useMayChange(styleGuides);
  return (
    <li data-guide={id} className="border-t border-line py-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-h4 font-semibold">{name}</h3>
        <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      </div>
      {description && <p className="mt-1 text-sm text-soft">{description}</p>}
      <p className="mt-1 line-clamp-2 max-w-3xl text-xs text-faint">{prompt}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {!isActive && (
          <May least="publisher">
            <RowButton
              label="Activate"
              of={name}
              variant="primary"
              disabled={isBusy}
              onClick={onActivate}
            />
          </May>
        )}
        {mayChange(guide) && (
          <>
            <ButtonLink size="sm" href={hrefOf(id)} aria-label={`Edit: ${name}`}>
              Edit
            </ButtonLink>
            <RowButton label="Delete" of={name} disabled={isBusy} onClick={onDelete} />
          </>
        )}
      </div>
    </li>
  );
}

interface Action {
  guide: StyleGuide;
  send: () => Promise<unknown>;
  done: string;
  failed: string;
}

/**
 * Activating and deleting style guides, with the spec's words about it. Another user's edit since the list was read
 * is neither put to use nor deleted unseen.
 */
const useGuideActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { mutate: run, isPending } = useMutation({
    mutationFn: ({ send }: Action) => send(),
    onSuccess: (_, { guide, done }) => toast({ title: done, description: guide.name }),
    onError: (error, { failed }) => toastError(changedMessage(error) ?? failed),
    onSettled: () => refreshCollection(queryClient, 'style-guides'),
  });

  const activate = (guide: StyleGuide) => {
    const { id, version } = guide;
    run({
      guide,
      send: () => adminSend('POST', '/api/style-guides/{id}/activate', { params: { id }, version }),
      done: 'Style Guide Activated',
      failed: 'Failed to activate style guide',
    });
  };

  const remove = async (guide: StyleGuide) => {
    if (!(await confirm(deleteQuestion(guide.name)))) return;
    const { id, version } = guide;
    run({
      guide,
      send: () => adminSend('DELETE', '/api/style-guides/{id}', { params: { id }, version }),
      done: 'Style Guide Deleted',
      failed: 'Failed to delete style guide',
    });
  };

  /** All are busy at once: to activate one changes the version of another, which the list tells when it is read again. */
  return { isBusy: isPending, activate, remove };
};
