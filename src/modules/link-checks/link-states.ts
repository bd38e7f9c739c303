/** In the order in which somebody should look at them. */
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
