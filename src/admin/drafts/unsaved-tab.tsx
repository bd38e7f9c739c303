import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { TAB_TITLE } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { editorHref } from '#admin/tabs.ts';
import { sayError } from '#admin/toast.ts';
import type { Collection } from '#kit/collection.ts';
import { ApiError } from '#platform/api-error.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { draftKey, dropDraft, keepDraft, type StoredDraft } from './draft-store.ts';
import { useDrafts } from './use-drafts.ts';

const NO_ROOM =
  'This browser has no room for a copy. Discard another text first: this one stays as it is.';

/** Everything that was typed in this browser and never saved. */
export function UnsavedTab() {
  const { drafts, isOpen } = useDrafts();
  const shown = drafts.flatMap((draft) => {
    const collection = collectionNamed(draft.name);
    return collection ? [{ draft, collection }] : [];
  });
  return (
    <section aria-labelledby={TAB_TITLE}>
      <h2 id={TAB_TITLE} tabIndex={-1} className="mb-2 text-h2 font-semibold outline-none">
        Unsaved work
      </h2>
      <p className="mb-5 text-sm text-soft">
        Text that was typed in this browser and never saved. It stays here until you save or discard
        it.
      </p>
      {shown.length === 0 && <EmptyState text="Nothing is unsaved." />}
      <ul>
        {shown.map(({ draft, collection }) => (
          <UnsavedRow
            key={draftKey(draft)}
            draft={draft}
            collection={collection}
            isOpen={isOpen(draft)}
          />
        ))}
      </ul>
    </section>
  );
}

interface UnsavedRowProps {
  draft: StoredDraft;
  collection: Collection;
  isOpen: boolean;
}

function UnsavedRow({ draft, collection, isOpen }: UnsavedRowProps) {
  const { goTo } = useAdminAddress();
  const confirm = useConfirm();
  const { error } = useQuery({
    ...adminItemQuery(draft.name, draft.id),
    enabled: draft.id !== 'new',
    retry: false,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  const title = String(
    draft.values[collection.title] || draft.base[collection.title] || 'Untitled',
  );

  const saveAsNew = () => {
    const copy = { ...draft, id: 'new' as const };
    if (!keepDraft(copy, { ...draft, base: {}, version: null })) {
      sayError(NO_ROOM);
      return;
    }
    dropDraft(draft);
    void goTo(editorHref(draft.name, 'new'));
  };
  const discard = async () => {
    const isSure = await confirm({
      title: 'Discard',
      text: `The unsaved text of "${title}" cannot be brought back after this.`,
      action: 'Discard',
      tone: 'danger',
    });
    if (isSure) dropDraft(draft);
  };

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-60">
        <h3 className="text-h4 font-semibold wrap-anywhere">{title}</h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
          <Badge>{collection.label.one}</Badge>
          {draft.id === 'new' && <Badge tone="accent">New</Badge>}
          {isGone && <Badge tone="danger">Deleted meanwhile</Badge>}
          {isOpen && <Badge tone="warn">Open in another tab</Badge>}
          Typed {formatDateTime(draft.at)}
        </p>
      </div>
      {isGone ? (
        <Button size="sm" aria-label={`Save ${title} as new`} onClick={saveAsNew}>
          Save as new
        </Button>
      ) : (
        <ButtonLink size="sm" href={editorHref(draft.name, draft.id)} aria-label={`Open ${title}`}>
          Open
        </ButtonLink>
      )}
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Discard ${title}`}
        onClick={() => void discard()}
      >
        Discard
      </Button>
    </li>
  );
}
