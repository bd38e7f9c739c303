import type { ResponseOf } from '#client/api-calls.ts';

export type LinkCheck = ResponseOf<'get', '/api/link-checks'>[number];

/** The label of each state, and its urgency for editors. */
export const STATES: readonly {
  value: LinkCheck['state'];
  label: string;
  tone: 'warn' | 'neutral' | 'positive';
}[] = [
  { value: 'dead', label: 'Dead', tone: 'warn' },
  { value: 'changed-hands', label: 'Domain changed hands', tone: 'warn' },
  { value: 'failing', label: 'Failing', tone: 'warn' },
  { value: 'moved', label: 'Moved', tone: 'neutral' },
  { value: 'blocked', label: 'Blocked', tone: 'neutral' },
  { value: 'unchecked', label: 'Not checked yet', tone: 'neutral' },
  { value: 'ok', label: 'OK', tone: 'positive' },
];

export const stateOf = ({ state }: LinkCheck) => STATES.find(({ value }) => value === state);
