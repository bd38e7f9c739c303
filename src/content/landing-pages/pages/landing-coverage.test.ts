import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('what the selected vendors cover', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  const tableOf = async (path: string) => {
    const { document } = await site.get(path);
    const rows = document.querySelectorAll(
      '[aria-label="What the selected vendors cover"] table tr',
    );
    return [...rows].map((row) => [...row.children].map((cell) => cell.textContent));
  };

  it('P15.10 EVIDENCE counts what pages document of each, by category', async () => {
    const [head, ...rows] = await tableOf('/data-aggregation-software');
    expect(head).toEqual([
      'Features',
      'Canopy',
      'Private Client Resources (PCR)',
      'Addepar',
      'Copia Wealth Studios',
    ]);
    const cells = new Map(rows.map(([category, ...counts]) => [category, counts]));
    expect(cells.get('Data Aggregation & Integration')).toEqual([
      '8 of 8 documented',
      '5 of 8 documented',
      '1 of 8 documented',
      '1 of 8 documented',
    ]);
    expect(cells.get('Reporting & Analytics')).toEqual([
      'Partly',
      'Partly',
      '1 of 7 documented',
      '1 of 7 documented',
    ]);
    // None of the four documents any of these.
    expect([...cells.keys()]).not.toContain('Bill Pay & Treasury');
  });

  it('EVIDENCE puts vendors that fit the page first, and states the rule where all do', async () => {
    const rule =
      'Only vendors that serve family offices and are filed under Data Aggregation by evidence are shown here; no place is for sale.';
    expect((await site.get('/data-aggregation-software')).text('main')).toContain(rule);
    const add = async (slug: string, more: object) =>
      (await site.asEditor('POST', '/api/vendors', { name: slug, slug, ...more })).body.id;
    const page = {
      title: 'Feeds',
      slug: 'feeds-software',
      category: 'data-aggregation',
      primaryKeyword: 'feeds',
      introduction: 'Two vendors.',
      associatedVendorIds: [
        await add('for-advisers', { categories: ['Data Aggregation'], markets: ['Private Banks'] }),
        await add('for-offices', {
          categories: ['Data Aggregation'],
          markets: ['Multi-Family Offices'],
        }),
      ],
      isPublished: true,
    };
    const { body } = await site.asEditor('POST', '/api/landing-pages', page);
    const feature = await site.asEditor('GET', '/api/features/account-aggregation');
    await site.asEditor('POST', '/api/coverage', {
      vendorId: page.associatedVendorIds[1],
      featureId: feature.body.id,
      level: 'partial',
      finding: 'Accounts of several banks are shown together.',
      url: 'https://vendor.example/aggregation',
      publisher: 'vendor',
      checkedOn: '2026-11-17',
      checkedBy: 'Research desk',
    });
    expect((await tableOf('/feeds-software'))[0]).toEqual([
      'Features',
      'for-offices',
      'for-advisers',
    ]);
    expect((await site.get('/feeds-software')).text('main')).not.toContain('no place is for sale');
    await site.asEditor('PUT', `/api/landing-pages/${body.id}`, {
      associatedVendorIds: page.associatedVendorIds.slice(1),
    });
    expect((await site.get('/feeds-software')).text('main')).toContain(rule);
    const filed = { categories: ['Data Aggregation'], markets: ['Multi-Family Offices'] };
    await site.asEditor('PUT', `/api/landing-pages/${body.id}`, {
      associatedVendorIds: [await add('our-reading', filed)],
    });
    expect((await site.get('/feeds-software')).text('main')).not.toContain('no place is for sale');
  });

  it('P15.16 EVIDENCE says so where nothing is known of the vendors', async () => {
    const ids = [];
    for (const name of ['First', 'Second']) {
      const vendor = { name, slug: name.toLowerCase() };
      ids.push((await site.asEditor('POST', '/api/vendors', vendor)).body.id);
    }
    const page = {
      title: 'Unknown Software',
      slug: 'unknown-software',
      category: 'family-office-crm',
      primaryKeyword: 'unknown software',
      introduction: 'Two vendors.',
      associatedVendorIds: ids,
      isPublished: true,
    };
    expect((await site.asEditor('POST', '/api/landing-pages', page)).status).toBe(201);
    expect(await tableOf('/unknown-software')).toEqual([
      ['Features', 'First', 'Second'],
      ['All features', 'Not confirmed', 'Not confirmed'],
    ]);
    const { text } = await site.get('/unknown-software');
    expect(text('main header')).toContain('Family office CRM');
  });
});
