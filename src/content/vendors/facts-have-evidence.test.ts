import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { SOURCED_FACTS } from './vendors.collection.ts';

interface Source {
  field: string;
  url: string | null;
  finding: string | null;
  checkedOn: string | null;
}
type Vendor = { slug: string; sources: Source[] } & Record<string, unknown>;

/** Every fact of a profile; the date of ownership is told with the owner. */
const FACTS = [
  ...SOURCED_FACTS,
  'typicalClientSize',
  'attestations',
  'features',
  'useCases',
  'integrations',
  'supportOptions',
];

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== '';

describe('the facts of the starter vendors', () => {
  let site: TestSite;
  let vendors: Vendor[];
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
    vendors = (await site.call('GET', '/api/vendors')).body;
  });
  afterAll(() => site.close());

  it('EVIDENCE each names a page that says so, and the day on which it was read', () => {
    expect(vendors.length).toBeGreaterThanOrEqual(30);
    const bare = vendors.flatMap((vendor) =>
      FACTS.filter((field) => isFilled(vendor[field])).flatMap((field) => {
        const sources = vendor.sources.filter((source) => source.field === field && source.url);
        const isChecked = sources.some(({ checkedOn }) => checkedOn);
        return isChecked ? [] : [`${vendor.slug}.${field}`];
      }),
    );
    expect(bare).toEqual([]);
    const loose = vendors.flatMap(({ sources }) =>
      sources.filter(({ url, checkedOn }) => !url || !checkedOn),
    );
    expect(loose).toEqual([]);
    expect(vendors.filter((one) => one.ownershipSince && !one.ownership)).toEqual([]);
  });
});
