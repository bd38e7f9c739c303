const WHEN = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** '3 Dec 2026, 09:00 CET': a time in the editor's own zone, which it names. */
export const formatWhen = (value: string | Date): string => WHEN.format(new Date(value));

/** '2026-12-03' in the editor's zone, as days are written in Sweden. */
export const dayOf = (value: string | Date): string => new Date(value).toLocaleDateString('sv-SE');

/** Tomorrow at nine, as an input for local time spells it. */
export const tomorrowMorning = (now = new Date()): string => {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return `${dayOf(next)}T09:00`;
};
