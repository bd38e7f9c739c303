const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const format = (formatter: Intl.DateTimeFormat, value: string | null | undefined): string => {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
};

/** 'Jan 5, 2025, 3:04 PM' in the editor's own time zone. */
export const formatDateTime = (value: string | null | undefined) => format(DATE_TIME, value);

export const formatDay = (value: string | null | undefined) => format(DAY, value);
