import type { Action } from '../actions.ts';

/** How a line goes on after the name; what is not here reads well as it is. */
const WORDS: Partial<Record<Action, string>> = {
  'job done': 'finished',
  'job failed': 'did not finish',
  'schedule failed': 'could not carry out the schedule of',
  'link checked': 'checked the link',
  dismissed: 'dismissed the missing page',
  'sign-in failed': 'failed to sign in',
  'password changed': 'changed the password',
  'password reset': 'set a new password by a link',
  'two-factor on': 'switched the second factor on',
  'two-factor off': 'switched the second factor off',
  'sessions ended': 'ended the sessions of',
  'invitation withdrawn': 'withdrew the invitation of',
  'user created': 'added',
  'user removed': 'removed',
  'role changed': 'changed the role of',
};

export const sayAction = (action: Action): string => WORDS[action] ?? action;
