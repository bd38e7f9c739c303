import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { CompareDialog } from '#admin/drafts/compare-dialog.tsx';
import { toForm } from '#admin/editor/form-values.ts';
import { May } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import {
  ACTION_WORDS,
  type ReleaseEntry,
  useReleaseSend,
  type WholeRelease,
} from './use-releases.ts';

interface EntryRowProps {
  entry: ReleaseEntry;
  release: WholeRelease;
  /** Problems, which have `isAsked`, and warnings. */
  found: readonly { reason: string; isAsked?: boolean }[];
}

/** The change of one item, and the obstacles in its way. */
export function EntryRow({ entry, release, found }: EntryRowProps) {
  const { collection, itemId, title } = entry;
  const send = useReleaseSend();
  const [isComparing, setIsComparing] = useState(false);
  const isOpen = release.state !== 'published' && release.state !== 'scheduled';
  const remove = () =>
    adminSend('DELETE', '/api/releases/{id}/items/{entryId}', {
      params: { id: release.id, entryId: entry.id },
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold wrap-anywhere">
          <a href={editorHref(collection, itemId)} className="hover:text-accent">
            {title}
          </a>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
          <Badge>{collectionNamed(collection)?.label.one ?? collection}</Badge>
          <span className="wrap-anywhere">
            {ACTION_WORDS[entry.action]}
            {entry.slug ? `: ${entry.slug}` : ''}
          </span>
          {entry.alsoIn.length > 0 && <Badge tone="warn">Also in {entry.alsoIn.join(', ')}</Badge>}
        </p>
        {found.map(({ reason, isAsked }) => (
          <p
            key={reason}
            className={isAsked === false ? 'text-sm text-danger' : 'text-sm text-warn'}
          >
            {reason}
          </p>
        ))}
      </div>
      {entry.hasDraft && entry.action === 'publish' && (
        <Button
          size="sm"
          aria-label={`Compare with live: ${title}`}
          onClick={() => setIsComparing(true)}
        >
          Compare with live
        </Button>
      )}
      {isOpen && (
        <May least="editor">
          <Button
            size="sm"
            aria-label={`Take out: ${title}`}
            onClick={() => void send(remove, 'Taken out of the release', 'Failed to take it out')}
          >
            Take out
          </Button>
        </May>
      )}
      {isComparing && <EntryDifference entry={entry} onClose={() => setIsComparing(false)} />}
    </li>
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
