const SHORT_DATE = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  // The same day on the server and in every browser.
  timeZone: 'UTC',
});

/** 'Jan 5, 2025', and an empty text for what is no date. */
export function formatDate(value: Date | string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : SHORT_DATE.format(date);
}
