import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { type RowData, Rows } from '#admin/parts/row.tsx';
import { Person } from '#admin/people/people.tsx';
import { ReadyToPublish } from '#admin/ready/ready-to-publish.tsx';
import { editorHref } from '#admin/tabs.ts';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { NOTICE_WORDS } from '#platform/notice-kinds.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { INBOX_PATH, inboxQuery } from './use-talk.ts';

type Notice = ResponseOf<'get', typeof INBOX_PATH>['notices'][number];

/** Notices from others, and for publishers what is ready to publish. */
export function InboxTab() {
  const { data, error } = useQuery(inboxQuery);
  const { run } = useAction(INBOX_PATH);
  const change = (work: () => Promise<unknown>) =>
    void run(work, () => null, 'The inbox could not be changed');
  const row = (notice: Notice): RowData => {
    const { id, collection, itemId, commentId, title, actorEmail, text, isRead } = notice;
    const mark = (asRead: boolean) =>
      change(() =>
        adminSend('PATCH', '/api/inbox/{id}', { params: { id }, body: { isRead: asRead } }),
      );
    return {
      key: id,
      title: (
        <span className="font-normal">
          {actorEmail ? <Person email={actorEmail} /> : 'Somebody'} {NOTICE_WORDS[notice.kind]}{' '}
          {notice.isThere ? (
            <a
              href={`${editorHref(collection, itemId)}${commentId === null ? '' : `?comments=${commentId}`}`}
              className="text-link font-medium"
              onClick={() => mark(true)}
            >
              {title}
            </a>
          ) : (
            <span className="text-soft">{title} (deleted)</span>
          )}
        </span>
      ),
      offers: [{ label: isRead ? 'Mark as unread' : 'Mark as read', onClick: () => mark(!isRead) }],
      children: text && <p className="mt-1 text-sm text-soft wrap-anywhere">{text}</p>,
      facts: (
        <>
          <time dateTime={notice.createdAt}>{formatDateTime(notice.createdAt)}</time>
          {!isRead && <Badge tone="accent">New</Badge>}
        </>
      ),
    };
  };
  return (
    <TabFrame
      title="Inbox"
      lead="Mentions and replies for you. You also get an e-mail for each mention, unless you switch it off in Your account."
      tools={<ReadyToPublish />}
      what="The inbox"
      error={error}
      count={data?.notices.length}
      empty="Nothing was written to you yet."
      actions={
        data !== undefined &&
        data.unread > 0 && (
          <Button onClick={() => change(() => adminSend('POST', '/api/inbox/read'))}>
            Mark all as read
          </Button>
        )
      }
    >
      <Rows look="small" items={data?.notices} row={row} />
    </TabFrame>
  );
}
