import type { ResponseOf } from '#client/api-calls.ts';

export const CORRECTIONS_PATH = '/api/corrections';

export type Correction = ResponseOf<'get', typeof CORRECTIONS_PATH>['items'][number];

export const STATES: { value: Correction['state']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'refused', label: 'Refused' },
  { value: 'merged', label: 'Merged' },
  { value: 'spam', label: 'Spam' },
];

/** What became of the answer; nothing where nobody asked for one. */
export const sayAnswer = ({ email, state, isAnswered }: Correction): string => {
  if (isAnswered) return 'answered by mail';
  if (!email || state === 'spam') return '';
  return state === 'open' ? `answer goes to ${email}` : `not answered: write to ${email}`;
};
