import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicNameOf } from '#platform/person-name.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

const PAGES = [
  '/vendors/ours',
  '/features/ledger',
  '/features/matrix',
  '/vendors?feature=ledger',
  '/compare/ours-vs-other',
];
const FILES = [
  '/api/coverage',
  '/api/vendors',
  '/api/vendors/ours',
  '/api/vendors/ours/coverage',
  '/api/features/ledger/coverage',
  '/api/decision-data',
  '/api/coverage-matrix.csv',
  '/data/vendors.json',
  '/data/coverage.csv',
];

it.each([
  [{ firstName: 'Nora', lastName: 'van Dam' }, 'Nora van Dam'],
  [{ firstName: 'Nora', lastName: null }, 'Nora'],
  [{ firstName: ' ', lastName: null }, 'an editor'],
  [{ firstName: 'nora@example.com', lastName: null }, 'an editor'],
  [null, 'an editor'],
])('readers know %j as %s', (person, name) => {
  expect(publicNameOf(person)).toBe(name);
});

describe('who made a check', () => {
  let site: TestSite;
  let vendorId: number;
  let coverageId: number;

  /** As visitors read them: the checker of the evidence, and of the one source of the vendor. */
  const readCheckers = async () => {
    const [row] = (await site.call('GET', '/api/coverage')).body;
    const vendor = (await site.call('GET', '/api/vendors/ours')).body;
    return [row.checkedBy, vendor.sources[0].checkedBy];
  };

  const expectNoAddress = async () => {
    for (const path of PAGES) {
      const page = await site.get(path);
      expect([path, page.status, page.html.includes('@example.com')]).toEqual([path, 200, false]);
    }
    for (const path of FILES) {
      const response = await site.api.request(path);
      const text = await response.text();
      expect([path, response.status, text.includes('@example.com')]).toEqual([path, 200, false]);
    }
  };

  const pressBoth = async (cookie: string) => {
    const press = (body: object) =>
      site.call('POST', '/api/upkeep/verified', body, { cookie, origin: site.settings.SITE_URL });
    const source = { collection: 'vendors', id: vendorId, part: 0, url: 'https://v.example/' };
    expect((await press(source)).status).toBe(200);
    expect((await press({ collection: 'coverage', id: coverageId })).status).toBe(200);
  };

  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    const add = async (name: string, body: object) =>
      (await site.asEditor('POST', `/api/${name}`, body)).body.id;
    const source = { field: 'founded', value: '2001', url: 'https://v.example/' };
    vendorId = await add('vendors', { name: 'Ours', slug: 'ours', sources: [source] });
    await add('vendors', { name: 'Other', slug: 'other' });
    const featureId = await add('features', { name: 'Ledger', slug: 'ledger', category: 'Books' });
    coverageId = await add('coverage', {
      vendorId,
      featureId,
      level: 'documented',
      finding: 'Its page says so.',
      url: 'https://v.example/',
      publisher: 'vendor',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    });
  });
  afterAll(() => site.close());

  it('is told by name where the evidence is shown', async () => {
    await pressBoth(await site.signIn('named@example.com'));
    expect(await readCheckers()).toEqual(['Edith', 'Edith']);
    const profile = await site.get('/vendors/ours');
    expect(profile.text('.evidence-source')).toMatch(/, read live on \w+ \d+, \d{4} by Edith\.$/);
    await expectNoAddress();
  });

  it('is an editor to readers when the person has no name', async () => {
    const cookie = await site.signIn('nameless@example.com');
    await site.db.execute(
      sql`update users set first_name = null where email = 'nameless@example.com'`,
    );
    await pressBoth(cookie);
    expect(await readCheckers()).toEqual(['an editor', 'an editor']);
    await expectNoAddress();
  });

  it('is never an address, whatever writes the row', async () => {
    const checked = { checkedOn: '2026-11-15', checkedBy: 'somebody@example.com' };
    const sources = [
      { field: 'founded', value: '2001', url: 'https://v.example/@us', ...checked },
      { field: 'founded', value: '2001', url: 'https://v.example/', checkedBy: 'Edith' },
    ];
    await site.asEditor('PUT', `/api/coverage/${coverageId}`, checked);
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { sources });
    expect(await readCheckers()).toEqual(['an editor', 'an editor']);
    // As an old backup is restored: past the app.
    await site.db.execute(sql`update coverage set checked_by = 'somebody@example.com'`);
    await site.db.execute(
      sql`update vendors set sources = ${JSON.stringify(sources)}::json where id = ${vendorId}`,
    );
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { headquarters: 'Zug' });
    const { body } = await site.call('GET', '/api/vendors/ours');
    expect(body.sources).toEqual([{ ...sources[0], checkedBy: 'an editor' }, sources[1]]);
    await expectNoAddress();
  });
});
