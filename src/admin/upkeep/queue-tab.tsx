import { adminHref } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { typeNamed } from '#admin/collections.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { ALL, useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { ChoiceChips } from '#admin/parts/choice-chips.tsx';
import { type RowData, RowLink, Rows } from '#admin/parts/row.tsx';
import { editorHref } from '#admin/tabs.ts';
import { useAction } from '#admin/use-action.ts';
import { Badge } from '#ui/badge.tsx';
import { canVerify, KINDS, kindOf, type QueueEntry, verifiedBody } from './queue-words.ts';

const PATH = '/api/upkeep';
const keyOf = ({ kind, collection, id, part, url }: QueueEntry) =>
  `${kind}/${collection}/${id}/${part}/${url}`;

/** The items to check next, row by row. */
export function QueueTab() {
  const { run } = useAction(PATH);
  const { chosen: kind, chips } = useNarrowed([ALL, ...KINDS], 'kind');
  const { data, frame } = useTabList((part) =>
    adminQuery(PATH, { kind: kind || undefined, ...part }),
  );
  const items = data?.items ?? [];

  const verify = async (entry: QueueEntry) => {
    if (!canVerify(entry)) return;
    await run(
      () => adminSend('POST', '/api/upkeep/verified', { body: verifiedBody(entry) }),
      `${entry.title}: verified today`,
      reasonOf,
    );
  };

  /** One due check: its item, its reason, its age and its actions. */
  const row = (entry: QueueEntry): RowData => {
    const { title, detail, url, since, collection, id, kind } = entry;
    const label = kindOf(entry)?.label;
    return {
      key: keyOf(entry),
      'data-entry': '',
      'aria-label': `${label}: ${title}`,
      title,
      marks: <Badge tone={/^dead-|^lost-/.test(kind) ? 'warn' : 'neutral'}>{label}</Badge>,
      offers: [
        {
          label: 'Edit',
          name: `Edit ${title}`,
          least: 'editor',
          href: editorHref(collection, id),
        },
        canVerify(entry) && {
          label: 'Mark verified',
          least: 'publisher',
          onClick: () => void verify(entry),
        },
        kind === 'dead-link' &&
          url !== null && {
            label: 'Replace address',
            name: `Replace ${url}`,
            least: 'publisher',
            href: adminHref('link-checks', '', { q: url }),
          },
      ],
      children: (
        <>
          {detail !== label && <p className="mt-1 max-w-3xl break-words text-soft">{detail}</p>}
          {url && <RowLink href={url} />}
        </>
      ),
      facts: `${typeNamed(collection)}, since ${since.slice(0, 10)}`,
    };
  };

  return (
    <TabFrame
      {...frame}
      title="Upkeep"
      lead="What has grown old, has no source or a dead link. The oldest comes first."
      unit={['due', 'due']}
      empty="Nothing is due."
      tools={<ChoiceChips {...chips} counts={data?.counts} />}
    >
      <Rows look="work" at={PATH} items={items} row={row} className="mt-2" />
    </TabFrame>
  );
}
