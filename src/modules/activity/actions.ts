/** An action, and how a line goes on after the name; most read well as they are. */
const means = <const Name extends string>(name: Name, words: string = name) => ({ name, words });

/** Kinds of activity, in the words of the panel. */
const KINDS = [
  means('created'),
  means('changed'),
  means('published'),
  means('unpublished'),
  means('draft saved'),
  means('draft discarded'),
  means('scheduled'),
  means('schedule cancelled'),
  means('schedule failed', 'could not carry out the schedule of'),
  means('preview link made'),
  means('preview link revoked'),
  means('marked as ready'),
  means('marked as not ready'),
  means('sent back'),
  means('commented', 'commented on'),
  means('comment deleted', 'deleted a comment on'),
  means('setting changed'),
  means('deleted'),
  means('restored'),
  means('deleted for good'),
  means('correction accepted', 'accepted a correction of'),
  means('correction refused', 'refused a correction of'),
  means('correction answered', 'answered a correction of'),
  means('correction reopened', 'reopened a correction of'),
  means('correction merged', 'merged a correction of'),
  means('correction marked as spam', 'marked as spam a correction of'),
  means('link checked', 'checked the link'),
  means('uploaded'),
  means('exported'),
  means('imported'),
  means('job done', 'finished'),
  means('job failed', 'did not finish'),
  means('signed in'),
  means('sign-in failed', 'failed to sign in'),
  means('signed out'),
  means('password changed', 'changed the password'),
  means('password reset', 'set a new password by a link'),
  means('two-factor on', 'switched the second factor on'),
  means('two-factor off', 'switched the second factor off'),
  means('passkey added', 'added the passkey'),
  means('passkey removed', 'removed the passkey'),
  means('sessions ended', 'ended the sessions of'),
  means('invited'),
  means('invitation withdrawn', 'withdrew the invitation of'),
  means('joined'),
  means('user created', 'added'),
  means('user removed', 'removed'),
  means('password link made', 'made a password link for'),
  means('role changed', 'changed the role of'),
  means('token made', 'made the token'),
  means('token revoked', 'revoked the token'),
  means('webhook made', 'made the webhook'),
  means('webhook changed', 'changed the webhook'),
  means('webhook deleted', 'deleted the webhook'),
  means('webhook paused', 'paused the webhook'),
];

export const ACTIONS = KINDS.map(({ name }) => name);

export type Action = (typeof ACTIONS)[number];

export const sayAction = (action: Action): string =>
  KINDS.find(({ name }) => name === action)?.words ?? action;
