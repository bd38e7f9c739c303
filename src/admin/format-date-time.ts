const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const format = (formatter: Intl.DateTimeFormat, value: string | null | undefined): string => {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
};

/** 'Jan 5, 2025, 3:04 PM' in the editor's own time zone and the browser's language: the one form of the panel. */
export const formatDateTime = (value: string | null | undefined) => format(DATE_TIME, value);

/** A day alone, such as '2026-12-03', is that day in every zone. */
export const formatDay = (value: string | null | undefined) =>
  format(DAY, /^\d{4}-\d\d-\d\d$/.test(value ?? '') ? `${value}T00:00` : value);
