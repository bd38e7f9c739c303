/** Of what people are told in their inboxes. */
export const NOTICE_KINDS = [
  'mention',
  'reply',
  'review asked',
  'review answered',
  'approved',
  'sent back',
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];
