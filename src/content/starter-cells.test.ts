import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { of } from '#testing/starter.ts';

interface Read {
  cells: Record<string, [feature: string, level: string, url: string][]>;
  leftOut: [vendor: string, what: string, reason: string][];
}

const read: Read = parse(readFileSync(new URL('./starter-cells.yaml', import.meta.url), 'utf8'));
const rows = of('coverage');

it.each(Object.entries(read.cells))(
  'EVIDENCE %s has each cell as it was read, with level, source and day',
  (vendor, cells) => {
    expect(cells.length).toBeGreaterThan(0);
    const held = cells.map(([feature]) => {
      const row = rows.find((one) => one.vendorId === vendor && one.featureId === feature);
      return [feature, row?.level, row?.url, String(row?.checkedOn).slice(0, 10)];
    });
    expect(held).toEqual(cells.map((cell) => [...cell, '2026-11-19']));
  },
);

it('EVIDENCE what was read and left out has a vendor here and a reason', () => {
  const slugs = of('vendors').map(({ slug }) => slug);
  for (const [vendor, what, reason] of read.leftOut) {
    expect(slugs).toContain(vendor);
    expect(what).toBeTruthy();
    expect(reason).toBeTruthy();
    const feature = `${vendor}/${what}`;
    expect(rows.map((row) => `${row.vendorId}/${row.featureId}`)).not.toContain(feature);
  }
});
