import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { fresh } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { May, useMay } from '#admin/may.tsx';
import { Rows } from '#admin/parts/row.tsx';
import { ActionButton } from '#admin/parts/row-actions.tsx';
import { PreviewLinksDialog } from '#admin/preview-links/preview-links-dialog.tsx';
import { formatWhen } from '#admin/schedule/format-when.ts';
import { useChosenTime } from '#admin/schedule/use-chosen-time.tsx';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { entryRow } from './entry-row.tsx';
import {
  ALL,
  isOpen,
  RELEASE_PATH,
  type Release,
  releaseQuery,
  STATE_WORDS,
  type WholeRelease,
} from './use-releases.ts';

/** Asked anew for each state of the release: other people's saves change what is in the way. */
const checkQuery = ({ id, seal }: WholeRelease, isAsked: boolean) =>
  fresh(
    queryOptions({
      queryKey: [`/api/releases/${id}/check`, 'admin', seal],
      queryFn: () => adminSend('POST', `${RELEASE_PATH}/check`, { params: { id } }),
      enabled: isAsked,
    }),
  );

export function ReleaseView({ id }: { id: number }) {
  const { data: release, error } = useQuery(fresh(releaseQuery(id)));
  return (
    <TabFrame
      title={release?.name ?? 'Release'}
      lead={
        <a href={adminHref('releases')} className="text-link">
          All releases
        </a>
      }
      what="The release"
      error={error}
      count={release?.entries.length}
      empty="Nothing is in this release yet. Open an item and choose 'Add to a release…'."
      actions={release && <ReleaseState state={release.state} />}
    >
      {release && <Items release={release} />}
    </TabFrame>
  );
}

export function ReleaseState({ state }: Pick<Release, 'state'>) {
  return <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>;
}

function Items({ release }: { release: WholeRelease }) {
  const [mayWrite, mayPublish] = [useMay('editor'), useMay('publisher')];
  const isPublished = release.state === 'published';
  const isAsked = mayWrite && !isPublished && release.entries.length > 0;
  const { data: checked, error } = useQuery(checkQuery(release, isAsked));
  const problems = checked?.problems ?? [];
  const { refusals = [], warnings = [] } = checked ?? {};
  const found = [...problems, ...refusals, ...warnings];
  const isOfEntry = (one: { collection: string; itemId: number }) =>
    release.entries.some(
      ({ collection, itemId }) => collection === one.collection && itemId === one.itemId,
    );
  return (
    <>
      {release.problem && <ErrorText>{release.problem}</ErrorText>}
      {release.state === 'scheduled' && release.at && (
        <p className="text-sm">
          Goes live on {formatWhen(release.at)}. Its items stay as they are until then.
        </p>
      )}
      {error && <ErrorText>What is in the way was not found out: {messageOf(error)}</ErrorText>}
      <p role="status" className="mt-2 text-sm">
        {isAsked && checked && sayProblems(problems.length)}
        {refusals.length > 0 && ' You may not publish it: each item says why.'}
      </p>
      <Rows
        at={ALL}
        items={release.entries}
        className="mt-3"
        row={(entry) => entryRow(entry, release, found)}
      />
      {found
        .filter((one) => !isOfEntry(one))
        .map(({ title, reason }) => (
          <p key={title} className="mt-2 text-sm text-warn wrap-anywhere">
            {title}: {reason}
          </p>
        ))}
      <May least="editor">
        <Fate release={release} mayPublish={mayPublish || checked?.mayPublish === true} />
      </May>
    </>
  );
}

const sayProblems = (count: number) =>
  count === 0
    ? 'Nothing is in the way of this release.'
    : `${counted(count, 'item is', 'items are')} in the way.`;

const WIDE = { at: ALL, size: 'md' } as const;

function Fate({ release, mayPublish }: { release: WholeRelease; mayPublish: boolean }) {
  const { id, seal, state, entries, name } = release;
  const { goTo } = useAdminAddress();
  const ask = useAsk();
  const [isSharing, setIsSharing] = useState(false);
  const params = { id };
  return (
    <div className="mt-6 flex flex-wrap items-end gap-3 border-t border-line pt-4">
      {isOpen(release) && mayPublish && entries.length > 0 && (
        <ActionButton
          {...WIDE}
          label="Publish now"
          variant="primary"
          work={() =>
            ask((query) =>
              adminSend('POST', `${RELEASE_PATH}/publish`, { params: { id, seal, ...query } }),
            )
          }
          done="Release published"
          failed="Failed to publish the release"
        />
      )}
      {state !== 'published' && (
        <Button onClick={() => setIsSharing(true)}>Preview the whole site</Button>
      )}
      <May least="publisher">
        {state === 'published' && (
          <ActionButton
            {...WIDE}
            label="Undo release"
            ask={{
              title: 'Undo release',
              text: `The versions before “${name}” come back, all of them or none.`,
              action: 'Undo release',
              tone: 'danger',
            }}
            work={() => adminSend('POST', `${RELEASE_PATH}/undo`, { params })}
            done="Release undone"
            failed="Failed to undo the release"
          />
        )}
        {state !== 'published' && entries.length > 0 && <Timing release={release} />}
      </May>
      {isOpen(release) && (
        <ActionButton
          {...WIDE}
          label="Delete release"
          ask={{
            title: 'Delete release',
            text: `“${name}” is given up. The drafts in it stay as they are.`,
            action: 'Delete',
            tone: 'danger',
          }}
          work={async () => {
            await goTo(adminHref('releases'));
            await adminSend('DELETE', RELEASE_PATH, { params });
          }}
          done="Release deleted"
          failed="Failed to delete the release"
        />
      )}
      {isSharing && (
        <PreviewLinksDialog
          collection={{ name: 'releases', title: 'name' }}
          item={release}
          lead={`Whoever has such a link sees the whole site with “${name}” in place, for 7 days and without an account.`}
          onClose={() => setIsSharing(false)}
        />
      )}
    </div>
  );
}

function Timing({ release: { id, seal, state } }: { release: WholeRelease }) {
  const ask = useAsk();
  const { at, input } = useChosenTime('Publish at');
  const path = `${RELEASE_PATH}/schedule` as const;
  if (state === 'scheduled')
    return (
      <ActionButton
        {...WIDE}
        label="Take off the schedule"
        work={() => adminSend('DELETE', path, { params: { id } })}
        done="Taken off the schedule"
        failed="Failed to take it off"
      />
    );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {input}
      <ActionButton
        {...WIDE}
        label="Schedule"
        disabled={at === null}
        work={async () =>
          at &&
          ask((query) => adminSend('POST', path, { params: { id, seal, ...query }, body: { at } }))
        }
        done="Release scheduled"
        failed="Failed to schedule the release"
      />
    </div>
  );
}
