import { formatDateTime } from '#admin/format-date-time.ts';

/** American English calls most zones by their offset alone. */
const ZONE = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** 'Dec 3, 2026, 9:00 AM CET': a time in the editor's own zone, which it names. */
export const formatWhen = (value: string | Date): string => {
  const date = new Date(value);
  const zone = ZONE.formatToParts(date).find(({ type }) => type === 'timeZoneName');
  return `${formatDateTime(date.toISOString())} ${zone?.value ?? ''}`.trim();
};

/** '2026-12-03' in the editor's zone, as days are written in Sweden. */
export const dayOf = (value: string | Date): string => new Date(value).toLocaleDateString('sv-SE');

/** Tomorrow at nine, as an input for local time spells it. */
export const tomorrowMorning = (now = new Date()): string => {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return `${dayOf(next)}T09:00`;
};
