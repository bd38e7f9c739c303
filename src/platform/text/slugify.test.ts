import { expect, it } from 'vitest';
import { slugify } from './slugify.ts';

it.each([
  [' Terms & Conditions -- 2024! ', 'terms-conditions-2024'],
  ['Family Office', 'family-office'],
  ['--a--', 'a'],
  ["Buyer's Guide: CRM/ERP", 'buyers-guide-crmerp'],
  ['Crédit Agricole Łódź Straße', 'credit-agricole-lodz-strasse'],
  ['tab\tand\nline', 'tab-and-line'],
  ['日本', ''],
  ['', ''],
])('A4.09 makes the slug of %j', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});

it('A4.09 is stable: the slug of a slug is itself, also for a long hostile title', () => {
  const slug = slugify(`${' -'.repeat(50_000)}A${'- '.repeat(50_000)}b`);
  expect(slug).toBe('a-b');
  expect(slugify(slug)).toBe(slug);
});
