export const NOTICE_KINDS = ['mention', 'reply', 'comment'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How a line goes on after the name, before the title of the item. */
export const NOTICE_WORDS: Record<NoticeKind, string> = {
  mention: 'mentioned you in',
  reply: 'replied to you in',
  comment: 'commented on',
};
