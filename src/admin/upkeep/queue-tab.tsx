import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { messageOf, serverMessage } from '#admin/api/problems.ts';
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
const KEYS = 'J and K move, E opens';
const VERIFY_KEY = ', V says that you have looked today and it holds';

const focusRow = (list: HTMLElement | null, at: number) =>
  list?.querySelectorAll<HTMLElement>('[data-entry]')[at]?.focus();

/** The items to check next, row by row. */
export function QueueTab() {
  const { search, changeSearch, goTo } = useAdminAddress();
  const queryClient = useQueryClient();
  const list = useRef<HTMLOListElement>(null);
  const verifiedAt = useRef<number | null>(null);
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

  // The row that had the focus is gone from the new list; the one that took its place has it now.
  useEffect(() => {
    if (verifiedAt.current === null || !data) return;
    focusRow(list.current, Math.min(verifiedAt.current, data.items.length - 1));
    verifiedAt.current = null;
  }, [data]);

  const verify = async (entry: QueueEntry, at: number) => {
    if (!canVerify(entry)) return;
    const isDone = await toastOutcome(
      () => adminSend('POST', '/api/upkeep/verified', { body: verifiedBody(entry) }),
      `${entry.title}: verified today`,
      (failure) => serverMessage(failure) ?? messageOf(failure),
    );
    if (!isDone) return;
    verifiedAt.current = at;
    await queryClient.invalidateQueries(readAt(PATH));
  };

  /** Keys of the row that has the focus; none of them works on more than that one. */
  const press = (event: KeyboardEvent, entry: QueueEntry, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target !== event.currentTarget) return;
    const key = event.key.toLowerCase();
    if (key === 'j') focusRow(list.current, at + 1);
    else if (key === 'k') focusRow(list.current, Math.max(0, at - 1));
    else if (key === 'e') void goTo(editorHref(entry.collection, entry.id));
    else if (key === 'v' && mayVerify) void verify(entry, at);
    else return;
    event.preventDefault();
  };

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
          <p className="mt-3 text-xs text-faint max-sm:hidden">
            {KEYS}
            {mayVerify ? VERIFY_KEY : ''}.
          </p>
          <div className="mt-2 text-xs text-faint">
            <LiveCount>{data ? `${data.total} due` : ''}</LiveCount>
          </div>
        </>
      }
    >
      <ol ref={list} className="mt-2">
        {items.map((entry, at) => (
          <QueueRow
            key={`${entry.kind}/${entry.collection}/${entry.id}/${entry.part}/${entry.url}`}
            entry={entry}
            isFirst={at === 0}
            onKeyDown={(event) => press(event, entry, at)}
            onVerify={() => void verify(entry, at)}
          />
        ))}
      </ol>
      <Pagination page={page} pages={pagesOf(data?.total)} hrefFor={pageHref('upkeep', search)} />
    </TabFrame>
  );
}
