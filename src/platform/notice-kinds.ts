export const NOTICE_KINDS = [
  'mention',
  'reply',
  'comment',
  'review asked',
  'review answered',
  'approved',
  'sent back',
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How a line goes on after the name, before the title of the item. */
export const NOTICE_WORDS: Record<NoticeKind, string> = {
  mention: 'mentioned you in',
  reply: 'replied to you in',
  comment: 'commented on',
  'review asked': 'asks you to review',
  'review answered': 'wrote a note on the review of',
  approved: 'approved',
  'sent back': 'sent back to draft',
};
