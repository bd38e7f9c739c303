import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { readAt } from '#admin/api/admin-queries.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { Person } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastOutcome } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { NOTICE_WORDS } from '#platform/notice-kinds.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { INBOX_PATH, inboxQuery } from './use-talk.ts';

type Notice = ResponseOf<'get', typeof INBOX_PATH>['notices'][number];

/** What others wrote to oneself: mentions, replies, reviews asked for and decided. */
export function InboxTab() {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(inboxQuery);
  const change = async (work: () => Promise<unknown>) => {
    await toastOutcome(work, () => null, 'The inbox could not be changed');
    await queryClient.invalidateQueries(readAt(INBOX_PATH));
  };
  const mark = ({ id }: Notice, isRead: boolean) =>
    change(() => adminSend('PATCH', '/api/inbox/{id}', { params: { id }, body: { isRead } }));
  return (
    <TabFrame
      title="Inbox"
      lead="Mentions, replies and reviews for you. Once a day a letter tells what is unread, unless you switch it off in Your account."
      what="The inbox"
      error={error}
      count={data?.notices.length}
      empty="Nothing was written to you yet."
      actions={
        data !== undefined &&
        data.unread > 0 && (
          <Button onClick={() => void change(() => adminSend('POST', '/api/inbox/read'))}>
            Mark all as read
          </Button>
        )
      }
    >
      <ul>
        {data?.notices.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            onMark={(isRead) => void mark(notice, isRead)}
          />
        ))}
      </ul>
    </TabFrame>
  );
}

function NoticeRow({ notice, onMark }: { notice: Notice; onMark: (isRead: boolean) => void }) {
  const { kind, collection, itemId, commentId, title, isThere, actorEmail, text, isRead } = notice;
  const href = `${editorHref(collection, itemId)}${commentId === null ? '' : `?comments=${commentId}`}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-sans text-sm font-normal wrap-anywhere">
          {actorEmail ? <Person email={actorEmail} /> : 'Somebody'} {NOTICE_WORDS[kind]}{' '}
          {isThere ? (
            <a href={href} className="text-link font-medium" onClick={() => onMark(true)}>
              {title}
            </a>
          ) : (
            <span className="text-soft">{title} (deleted)</span>
          )}
        </h3>
        {text && <p className="mt-1 text-sm text-soft wrap-anywhere">{text}</p>}
        <p className="mt-1 flex items-center gap-2 text-xs text-faint">
          <time dateTime={notice.createdAt}>{formatDateTime(notice.createdAt)}</time>
          {!isRead && <Badge tone="accent">New</Badge>}
        </p>
      </div>
      <Button size="sm" variant="quiet" onClick={() => onMark(!isRead)}>
        {isRead ? 'Mark as unread' : 'Mark as read'}
      </Button>
    </li>
  );
}
