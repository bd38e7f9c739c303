import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { May } from '#admin/may.tsx';
import { OneTextForm } from '#admin/parts/one-text-form.tsx';
import { Rows } from '#admin/parts/row.tsx';
import { useNames } from '#admin/people/people.tsx';
import { formatWhen } from '#admin/schedule/format-when.ts';
import { counted } from '#platform/words.ts';
import { ReleaseState, ReleaseView } from './release-view.tsx';
import { ALL, RELEASES_PATH, type Release, releasesQuery, STATE_WORDS } from './use-releases.ts';

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
  const { data: releases, frame } = useTabList(() => releasesQuery);
  const nameOf = useNames();
  return (
    <TabFrame
      {...frame}
      title="Releases"
      lead="Drafts, deletions and new addresses of several items that go live in one moment: readers see all of it or nothing."
      what="The releases"
      empty="No release is in preparation."
      tools={
        <May least="editor">
          <NewRelease />
        </May>
      }
    >
      <Rows
        items={releases}
        className="mt-5"
        row={(release) => ({
          key: release.id,
          title: release.name,
          href: adminHref('releases', '', { release: String(release.id) }),
          actions: <ReleaseState state={release.state} />,
          facts: `${counted(release.items, 'item', 'items')}. ${sayWhen(release, nameOf)}`,
        })}
      />
    </TabFrame>
  );
}

function NewRelease() {
  const { goTo } = useAdminAddress();
  return (
    <OneTextForm
      label="Name of a new release"
      maxLength={200}
      action="Begin release"
      at={ALL}
      work={async (name) => {
        const { id } = await adminSend('POST', RELEASES_PATH, { body: { name } });
        await goTo(adminHref('releases', '', { release: String(id) }));
      }}
      done="Release begun"
      failed="Failed to begin the release"
    />
  );
}
