/** In order of urgency. */
export const LINK_STATES = [
  'dead',
  'changed-hands',
  'failing',
  'moved',
  'blocked',
  'unchecked',
  'ok',
] as const;

export type LinkState = (typeof LINK_STATES)[number];
