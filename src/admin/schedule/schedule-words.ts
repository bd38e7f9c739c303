import { formatWhen } from './format-when.ts';
import type { ScheduleEntry } from './use-schedule.ts';

const VERBS = { publish: 'Publish', unpublish: 'Unpublish', appear: 'Appear' } as const;
const PAST = { publish: 'published', unpublish: 'unpublished', appear: 'shown' } as const;

type Entry = Pick<ScheduleEntry, 'action' | 'at' | 'state' | 'problem'>;

/** 'Publish on 3 Dec 2026, 09:00 CET': what a button does, or what will happen. */
export const sayWhen = ({ action, at }: Pick<Entry, 'action' | 'at'>): string =>
  `${VERBS[action]} on ${formatWhen(at)}`;

/** What will happen, happened, or did not. */
export const sayEntry = ({ action, at, state, problem }: Entry): string => {
  if (state === 'waiting') return sayWhen({ action, at });
  if (state === 'done') return `Was ${PAST[action]} on ${formatWhen(at)}`;
  return `Was not ${PAST[action]} on ${formatWhen(at)}: ${problem ?? 'nobody knows why'}`;
};
