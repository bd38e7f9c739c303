import { useQuery } from '@tanstack/react-query';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed, typeNamed } from '#admin/collections.ts';
import { CompareDialog } from '#admin/drafts/compare-dialog.tsx';
import { toForm } from '#admin/editor/form-values.ts';
import type { RowData } from '#admin/parts/row.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import {
  ACTION_WORDS,
  isOpen,
  RELEASE_PATH,
  type ReleaseEntry,
  type WholeRelease,
} from './use-releases.ts';

interface Found {
  collection: string;
  itemId: number;
  reason: string;
  /** Of a problem, not of a warning. */
  isAsked?: boolean;
}

/** An item of a release: what becomes of it, and what was found about it. */
export const entryRow = (
  entry: ReleaseEntry,
  release: WholeRelease,
  found: readonly Found[],
): RowData => {
  const { collection, itemId, title, action, slug, alsoIn } = entry;
  const params = { id: release.id, entryId: entry.id };
  const own = found.filter((one) => one.collection === collection && one.itemId === itemId);
  return {
    key: entry.id,
    title,
    href: editorHref(collection, itemId),
    offers: [
      entry.hasDraft &&
        action === 'publish' && {
          label: 'Compare with live',
          opens: (close) => <EntryDifference entry={entry} onClose={close} />,
        },
      isOpen(release) && {
        label: 'Take out',
        least: 'editor',
        work: () => adminSend('DELETE', `${RELEASE_PATH}/items/{entryId}`, { params }),
        done: 'Taken out of the release',
        failed: 'Failed to take it out',
      },
    ],
    facts: (
      <>
        <Badge>{typeNamed(collection)}</Badge>
        <span className="wrap-anywhere">
          {ACTION_WORDS[action]}
          {slug ? `: ${slug}` : ''}
        </span>
        {alsoIn.length > 0 && <Badge tone="warn">Also in {alsoIn.join(', ')}</Badge>}
      </>
    ),
    footer:
      own.length > 0 &&
      own.map(({ reason, isAsked }) => (
        <p key={reason} className={isAsked === false ? 'text-sm text-danger' : 'text-sm text-warn'}>
          {reason}
        </p>
      )),
  };
};

function EntryDifference({ entry, onClose }: { entry: ReleaseEntry; onClose: () => void }) {
  const collection = collectionNamed(entry.collection);
  const { data: live } = useQuery(adminItemQuery(entry.collection, entry.itemId));
  const { data: draft } = useQuery({
    queryKey: ['release-draft', entry.id],
    queryFn: () =>
      adminGet('/api/{collection}/{id}/draft', { collection: entry.collection, id: entry.itemId }),
    gcTime: 0,
  });
  if (!collection || !live || !draft) return null;
  const values = toForm(collection, { ...live, ...draft.fields });
  return <CompareDialog collection={collection} live={live} values={values} onClose={onClose} />;
}
