import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { fresh } from '#admin/api/admin-queries.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { May } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { useNames } from '#admin/people/people.tsx';
import { formatWhen } from '#admin/schedule/format-when.ts';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { ReleaseState, ReleaseView } from './release-view.tsx';
import { type Release, releasesQuery, STATE_WORDS, useReleaseAction } from './use-releases.ts';

export function ReleasesTab() {
  const id = Number(useAdminAddress().search.release);
  return Number.isInteger(id) && id > 0 ? <ReleaseView id={id} /> : <ReleaseList />;
}

const sayWhen = (
  { state, at, endedAt, endedBy, createdAt, createdBy }: Release,
  nameOf: (email: string) => string,
) => {
  const by = (who: string | null) => (who ? ` by ${nameOf(who)}` : '');
  if (state === 'scheduled' && at) return `Goes live on ${formatWhen(at)}`;
  if (state !== 'open' && endedAt)
    return `${STATE_WORDS[state].label} ${formatDateTime(endedAt)}${by(endedBy)}`;
  return `Begun ${formatDateTime(createdAt)}${by(createdBy)}`;
};

function ReleaseList() {
  const { data: releases, error } = useQuery(fresh(releasesQuery));
  const nameOf = useNames();
  return (
    <TabFrame
      title="Releases"
      lead="Drafts, deletions and new addresses of several items that go live in one moment: readers see all of it or nothing."
      what="The releases"
      error={error}
      count={releases?.length}
      empty="No release is in preparation."
      tools={
        <May least="editor">
          <NewRelease />
        </May>
      }
    >
      <ul className="mt-5">
        {releases?.map((release) => (
          <Row
            key={release.id}
            title={release.name}
            href={adminHref('releases', '', { release: String(release.id) })}
            actions={<ReleaseState state={release.state} />}
          >
            <RowFacts>
              {counted(release.items, 'item', 'items')}. {sayWhen(release, nameOf)}
            </RowFacts>
          </Row>
        ))}
      </ul>
    </TabFrame>
  );
}

function NewRelease() {
  const run = useReleaseAction();
  const { goTo } = useAdminAddress();
  const [name, setName] = useState('');
  const create = () =>
    run(
      async () => {
        const made = await adminSend('POST', '/api/releases', { body: { name } });
        await goTo(adminHref('releases', '', { release: String(made.id) }));
      },
      'Release begun',
      'Failed to begin the release',
    );
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextInput
        label="Name of a new release"
        value={name}
        cap={200}
        onChange={setName}
        className="min-w-0 flex-1 basis-60"
      />
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        Begin release
      </Button>
    </form>
  );
}
