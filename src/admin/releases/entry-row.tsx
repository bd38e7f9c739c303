import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed, typeNamed } from '#admin/collections.ts';
import { CompareDialog } from '#admin/drafts/compare-dialog.tsx';
import { toForm } from '#admin/editor/form-values.ts';
import { May } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import {
  ACTION_WORDS,
  type ReleaseEntry,
  useReleaseAction,
  type WholeRelease,
} from './use-releases.ts';

interface EntryRowProps {
  entry: ReleaseEntry;
  release: WholeRelease;
  /** Problems, which have `isAsked`, and warnings. */
  found: readonly { reason: string; isAsked?: boolean }[];
}

export function EntryRow({ entry, release, found }: EntryRowProps) {
  const { collection, itemId, title } = entry;
  const run = useReleaseAction();
  const [isComparing, setIsComparing] = useState(false);
  const isOpen = release.state !== 'published' && release.state !== 'scheduled';
  const remove = () =>
    adminSend('DELETE', '/api/releases/{id}/items/{entryId}', {
      params: { id: release.id, entryId: entry.id },
    });
  return (
    <Row
      title={title}
      href={editorHref(collection, itemId)}
      actions={
        <>
          {entry.hasDraft && entry.action === 'publish' && (
            <RowButton label="Compare with live" of={title} onClick={() => setIsComparing(true)} />
          )}
          {isOpen && (
            <May least="editor">
              <RowButton
                label="Take out"
                of={title}
                onClick={() =>
                  void run(remove, 'Taken out of the release', 'Failed to take it out')
                }
              />
            </May>
          )}
        </>
      }
    >
      <RowFacts>
        <Badge>{typeNamed(collection)}</Badge>
        <span className="wrap-anywhere">
          {ACTION_WORDS[entry.action]}
          {entry.slug ? `: ${entry.slug}` : ''}
        </span>
        {entry.alsoIn.length > 0 && <Badge tone="warn">Also in {entry.alsoIn.join(', ')}</Badge>}
      </RowFacts>
      {found.map(({ reason, isAsked }) => (
        <p key={reason} className={isAsked === false ? 'text-sm text-danger' : 'text-sm text-warn'}>
          {reason}
        </p>
      ))}
      {isComparing && <EntryDifference entry={entry} onClose={() => setIsComparing(false)} />}
    </Row>
  );
}

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
