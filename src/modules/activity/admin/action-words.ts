import type { Action } from '../actions.ts';

/** How a line goes on after the name; absent actions read well as they are. */
const WORDS: Partial<Record<Action, string>> = {
  'job done': 'finished',
  'job failed': 'did not finish',
  'schedule failed': 'could not carry out the schedule of',
  commented: 'commented on',
  'comment deleted': 'deleted a comment on',
  'link checked': 'checked the link',
  'vendor word received': 'received the word of a vendor at',
  'vendor word shown': 'showed the word of a vendor at',
  'vendor word refused': 'refused the word of a vendor at',
  dismissed: 'dismissed the missing page',
  'correction accepted': 'accepted a correction of',
  'correction refused': 'refused a correction of',
  'correction merged': 'merged a correction of',
  'correction marked as spam': 'marked as spam a correction of',
  'sign-in failed': 'failed to sign in',
  'password changed': 'changed the password',
  'password reset': 'set a new password by a link',
  'two-factor on': 'switched the second factor on',
  'two-factor off': 'switched the second factor off',
  'passkey added': 'added the passkey',
  'passkey removed': 'removed the passkey',
  'sessions ended': 'ended the sessions of',
  'invitation withdrawn': 'withdrew the invitation of',
  'user created': 'added',
  'user removed': 'removed',
  'role changed': 'changed the role of',
  'token made': 'made the token',
  'token revoked': 'revoked the token',
  'webhook made': 'made the webhook',
  'webhook changed': 'changed the webhook',
  'webhook deleted': 'deleted the webhook',
  'webhook paused': 'paused the webhook',
};

export const sayAction = (action: Action): string => WORDS[action] ?? action;
