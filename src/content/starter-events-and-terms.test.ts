import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Draft, of } from '#testing/starter.ts';

type Row = (string | null)[];

/** What was read, and by which fields a row of it is known. */
const KEYS = {
  events: ['date', 'kind', 'url'],
  contractTerms: ['topic', 'pageDate', 'url'],
  sources: ['field', 'url'],
} as const;

type Part = keyof typeof KEYS;

const read: Record<Part, Record<string, Row[]>> = parse(
  readFileSync(new URL('./starter-events-and-terms.yaml', import.meta.url), 'utf8'),
);
const vendors = of('vendors');

const rowsIn = (vendor: Draft | undefined, part: Part) => (vendor?.[part] ?? []) as Draft[];
const keyIn = (part: Part) => (row: Draft) => KEYS[part].map((key) => row[key] ?? null);
const heldBy = (slug: string, part: Part) =>
  rowsIn(
    vendors.find((vendor) => vendor.slug === slug),
    part,
  ).map(keyIn(part));

describe.each(['events', 'contractTerms'] as const)('%s of the starter content', (part) => {
  it.each(Object.entries(read[part]))(
    'EVIDENCE %s has each row as it was read, and no other',
    (slug, rows) => expect(heldBy(slug, part)).toEqual(rows),
  );

  it('EVIDENCE no other vendor has any', () => {
    const filled = vendors.filter((vendor) => rowsIn(vendor, part).length > 0);
    expect(filled.map(({ slug }) => slug).toSorted()).toEqual(Object.keys(read[part]).toSorted());
  });

  it('EVIDENCE each row says where and how it was read, and by whom and when it was checked', () => {
    for (const vendor of vendors) {
      for (const { url, publisher, checkedOn, checkedBy, readIn } of rowsIn(vendor, part)) {
        expect(url).toMatch(/^https?:\/\//);
        expect([publisher, checkedBy, readIn].every(Boolean)).toBe(true);
        expect(['2026-11-15', '2026-11-17', '2026-11-19']).toContain(checkedOn);
      }
    }
  });
});

it.each(Object.entries(read.sources))('EVIDENCE %s has each fact with its source', (slug, rows) => {
  expect(heldBy(slug, 'sources')).toEqual(expect.arrayContaining(rows));
});

it('EVIDENCE no outcome of a dispute is given that was not read', () => {
  const events = vendors.flatMap((vendor) => rowsIn(vendor, 'events'));
  const appeal = events.find(
    ({ date, kind }) => date === '2022-06-30' && kind === 'court decision',
  );
  expect(appeal?.sentence).not.toMatch(/affirm|revers|vacat|uphold|upheld/i);
  expect(appeal?.note).toBe('We have not read the outcome');
});
