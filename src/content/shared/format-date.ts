/** By hand: in a browser the first Intl.DateTimeFormat takes longer than all the rest of a page's script. */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** 'Jan 5, 2025', the same day on the server and in every browser; an empty text for an invalid date. */
export function formatDate(value: Date | string | number | null | undefined): string {
  const date = new Date(value ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** The date of a page, as exact as it is known: 'Aug 9, 2026', 'Aug 2026' or '2026'; whatever else was recorded stays. */
export const formatPartialDate = (value: string): string => {
  const [year, month, day] = value.split('-');
  const name = MONTHS[Number(month) - 1];
  return name ? `${name} ${day ? `${Number(day)}, ` : ''}${year}` : value;
};
