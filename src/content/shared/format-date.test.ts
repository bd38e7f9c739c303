import { expect, it } from 'vitest';
import { formatDate, formatPartialDate } from './format-date.ts';

it.each([
  ['2025-01-05', 'Jan 5, 2025'],
  ['2025-01-05T23:59:59.999Z', 'Jan 5, 2025'],
  ['2025-01-06T00:30:00+01:00', 'Jan 5, 2025'],
  [new Date(Date.UTC(2024, 11, 31, 23)), 'Dec 31, 2024'],
  [0, 'Jan 1, 1970'],
])('P14.02 shows %s as a short date in UTC', (value, text) => {
  expect(formatDate(value)).toBe(text);
});

it.each([null, undefined, '', 'soon', Number.NaN, new Date('x')])(
  'P14.02 shows nothing for %s',
  (value) => {
    expect(formatDate(value)).toBe('');
  },
);

it.each([
  ['2026-08-09', 'Aug 9, 2026'],
  ['2026-08', 'Aug 2026'],
  ['2026', '2026'],
  ['May 2026', 'May 2026'],
  ['2026-13', '2026-13'],
])('EVIDENCE shows the date of a page that is known as %s', (value, text) => {
  expect(formatPartialDate(value)).toBe(text);
});
