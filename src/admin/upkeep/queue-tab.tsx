import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
import { KeyLine } from '#admin/keys/key-line.tsx';
import { useRowKeys } from '#admin/keys/use-row-keys.ts';
import { pageOf, pagesOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useMay } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastOutcome } from '#admin/toast.ts';
import { Chip } from '#ui/chip.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { QueueRow } from './queue-row.tsx';
import { canVerify, KINDS, type QueueEntry, verifiedBody } from './queue-words.ts';

const PATH = '/api/upkeep';

const keyOf = ({ kind, collection, id, part, url }: QueueEntry) =>
  `${kind}/${collection}/${id}/${part}/${url}`;

/** The items to check next, row by row. */
export function QueueTab() {
  const { search, changeSearch, goTo } = useAdminAddress();
  const queryClient = useQueryClient();
  const mayVerify = useMay('publisher');
  const page = pageOf(search);
  const kind = KINDS.find(({ value }) => value === search.kind)?.value;
  const query = { kind, ...partOf(page) };
  const { data, error } = useQuery({
    ...adminQuery(PATH, query),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const items = data?.items ?? [];
  const choose = (value: string) => void changeSearch({ page: '', kind: value }, 'upkeep');

  const verify = async (entry: QueueEntry) => {
    if (!canVerify(entry)) return;
    const isDone = await toastOutcome(
      () => adminSend('POST', '/api/upkeep/verified', { body: verifiedBody(entry) }),
      `${entry.title}: verified today`,
      (failure) => serverMessage(failure) ?? messageOf(failure),
    );
    if (isDone) await queryClient.invalidateQueries(readAt(PATH));
  };

  const on = (work: (entry: QueueEntry) => unknown) => (row: string) => {
    const entry = items.find((one) => keyOf(one) === row);
    if (entry) void work(entry);
  };
  const { list, rowProps } = useRowKeys<HTMLOListElement>({
    rows: items.map(keyOf),
    actions: {
      e: on(({ collection, id }) => goTo(editorHref(collection, id))),
      ...(mayVerify && { v: on(verify) }),
    },
  });

  return (
    <TabFrame
      title="Upkeep"
      lead="What has grown old, has no source or leads nowhere; what is read most comes first."
      error={error}
      count={data?.items.length}
      empty="Nothing is due."
      tools={
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: the filters are buttons */}
          <div role="group" aria-label="Show" className="flex flex-wrap gap-2">
            <Chip selected={!kind} onClick={() => choose('')}>
              All
            </Chip>
            {KINDS.map(({ value, label }) => (
              <Chip
                key={value}
                selected={value === kind}
                count={data?.counts[value] ?? 0}
                onClick={() => choose(value)}
              >
                {label}
              </Chip>
            ))}
          </div>
          <KeyLine place="queue" />
          <div className="mt-2 text-xs text-faint">
            <LiveCount>{data ? `${data.total} due` : ''}</LiveCount>
          </div>
        </>
      }
    >
      <ol ref={list} className="mt-2">
        {items.map((entry) => (
          <QueueRow
            key={keyOf(entry)}
            entry={entry}
            rowProps={rowProps(keyOf(entry))}
            onVerify={() => void verify(entry)}
          />
        ))}
      </ol>
      <Pagination page={page} pages={pagesOf(data?.total)} hrefFor={pageHref('upkeep', search)} />
    </TabFrame>
  );
}
