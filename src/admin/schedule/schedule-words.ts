import { formatWhen } from './format-when.ts';
import type { ScheduleEntry } from './use-schedule.ts';

const VERBS = { publish: 'Publish', unpublish: 'Unpublish' } as const;
const PAST = { publish: 'published', unpublish: 'unpublished' } as const;

type Entry = Pick<ScheduleEntry, 'action' | 'at' | 'state' | 'problem'>;

/** 'Publish on 3 Dec 2026, 09:00 CET': for a button, or for a plan. */
export const sayWhen = ({ action, at }: Pick<Entry, 'action' | 'at'>): string =>
  `${VERBS[action]} on ${formatWhen(at)}`;

export const sayEntry = ({ action, at, state, problem }: Entry): string => {
  if (state === 'waiting') return sayWhen({ action, at });
  if (state === 'done') return `Was ${PAST[action]} on ${formatWhen(at)}`;
  return `Was not ${PAST[action]} on ${formatWhen(at)}: ${problem ?? 'nobody knows why'}`;
};
