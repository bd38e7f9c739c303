import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildApp, type TestApp } from '#testing/build-app.ts';

const FOLDER = fileURLToPath(new URL('../../../starter/coverage/', import.meta.url));

const EVIDENCE = {
  level: 'documented',
  finding: 'The manual describes a double-entry ledger for each entity.',
  url: 'https://example.com/manual',
  publisher: 'vendor',
  checkedOn: '2026-11-15',
  checkedBy: 'Research desk',
};

describe('coverage', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ data: 'starter' });
  });
  afterAll(() => app.close());

  const make = async (name: string, slug: string) =>
    (await app.asEditor('POST', `/api/${name}`, { name: slug, slug })).body.id as number;

  it('EVIDENCE serves every row of the evidence files, and no other', async () => {
    const files = await readdir(FOLDER);
    expect(files.length).toBeGreaterThanOrEqual(28);
    let rows = 0;
    for (const file of files) {
      const vendor = file.replace('.yaml', '');
      const written = parse(await readFile(join(FOLDER, file), 'utf8')) as Record<string, string>[];
      const { body } = await app.call('GET', `/api/coverage?vendor=${vendor}`);
      const served = body.map((row: Record<string, unknown>) => {
        const { feature, level, finding, url, publisher, pageDate, note, checkedOn } = row;
        return {
          featureId: (feature as { slug: string }).slug,
          level,
          finding,
          url,
          publisher,
          pageDate,
          note,
          checkedOn: String(checkedOn).slice(0, 10),
        };
      });
      const expected = written.map((row) => ({
        featureId: row.featureId,
        level: row.level,
        finding: row.finding,
        url: row.url,
        publisher: row.publisher,
        pageDate: row.pageDate ?? null,
        note: row.note ?? null,
        checkedOn: row.checkedOn,
      }));
      expect(served, vendor).toHaveLength(expected.length);
      expect(served, vendor).toEqual(expect.arrayContaining(expected));
      rows += expected.length;
    }
    const { headers } = await app.call('GET', '/api/coverage?limit=1');
    expect(headers.get('x-total-count')).toBe(String(rows));
  });

  it('EVIDENCE keeps one row for each pair of vendor and feature', async () => {
    const pair = {
      vendorId: await make('vendors', 'pair-vendor'),
      featureId: await make('features', 'pair-feature'),
    };
    const first = await app.asEditor('POST', '/api/coverage', { ...EVIDENCE, ...pair });
    expect(first.status).toBe(201);
    expect((await app.asEditor('POST', '/api/coverage', { ...EVIDENCE, ...pair })).status).toBe(
      409,
    );
    const { body } = await app.call('GET', `/api/coverage/${first.body.id}`);
    expect(body).toMatchObject({
      vendor: { slug: 'pair-vendor' },
      feature: { slug: 'pair-feature' },
    });
  });

  it('EVIDENCE is visible only while both ends are', async () => {
    const vendorId = await make('vendors', 'shy-vendor');
    const featureId = await make('features', 'shy-feature');
    await app.asEditor('POST', '/api/coverage', { ...EVIDENCE, vendorId, featureId });
    const count = async () =>
      (await app.call('GET', '/api/coverage?vendor=shy-vendor&feature=shy-feature')).body.length;
    expect(await count()).toBe(1);
    await app.asEditor('PUT', `/api/features/${featureId}`, { isPublished: false });
    expect(await count()).toBe(0);
    await app.asEditor('PUT', `/api/features/${featureId}`, { isPublished: true });
    await app.asEditor('PUT', `/api/vendors/${vendorId}`, { isPublished: false });
    expect(await count()).toBe(0);
    expect((await app.call('GET', '/api/vendors/shy-vendor/coverage')).status).toBe(404);
    expect((await app.call('GET', '/api/features/shy-feature/coverage')).body.vendors).toEqual([]);
  });

  it('EVIDENCE refuses a finding over 300 characters, a wrong day and what does not exist', async () => {
    const refused = await app.asEditor('POST', '/api/coverage', {
      ...EVIDENCE,
      finding: 'x'.repeat(301),
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toMatchObject({
      finding: 'Finding must be at most 300 characters',
      vendorId: 'Vendor is required',
    });
    const pair = { vendorId: 999_999, featureId: 999_999 };
    const gone = await app.asEditor('POST', '/api/coverage', { ...EVIDENCE, ...pair });
    expect(gone.body.fields.vendorId).toBe('This vendor does not exist');
    const wrong = await app.asEditor('POST', '/api/coverage', {
      ...EVIDENCE,
      ...pair,
      pageDate: 'last May',
    });
    expect(wrong.body.fields.pageDate).toMatch(/2026-11/);
  });

  it('EVIDENCE finds what was last checked before a day', async () => {
    const { body: all } = await app.call('GET', '/api/coverage?vendor=addepar');
    const old = all[0];
    await app.asEditor('PUT', `/api/coverage/${old.id}`, { checkedOn: '2024-01-31' });
    const before = async (day: string) => app.call('GET', `/api/coverage?checkedBefore=${day}`);
    expect((await before('2024-02-01')).body.map(({ id }: { id: number }) => id)).toEqual([old.id]);
    expect((await before('2024-01-31')).body).toEqual([]);
    expect((await before('yesterday')).status).toBe(400);
    await app.asEditor('PUT', `/api/coverage/${old.id}`, { checkedOn: old.checkedOn });
  });

  it('EVIDENCE aligns a vendor with every published feature, by category', async () => {
    const { body } = await app.call('GET', '/api/vendors/addepar/coverage');
    const rows = body.flatMap((group: { rows: unknown[] }) => group.rows);
    expect(body.length).toBeGreaterThanOrEqual(11);
    expect(rows.length).toBeGreaterThanOrEqual(79);
    const benchmarks = rows.find(
      (row: { feature: { slug: string } }) => row.feature.slug === 'custom-benchmarks',
    );
    expect(benchmarks.cells).toEqual([
      expect.objectContaining({
        level: 'documented',
        url: 'https://developers.addepar.com/docs/benchmarks',
        publisher: 'vendor',
      }),
    ]);
    const ledger = rows.find(
      (row: { feature: { slug: string } }) => row.feature.slug === 'general-ledger',
    );
    expect(ledger.cells).toEqual([null]);
  });

  it('EVIDENCE tells who documents a feature, and counts those not confirmed', async () => {
    const { body } = await app.call('GET', '/api/features/general-ledger/coverage');
    const { headers } = await app.call('GET', '/api/vendors?limit=1');
    const levels = body.vendors.map(({ cell }: { cell: { level: string } }) => cell.level);
    expect(levels).toEqual(levels.toSorted((a: string, b: string) => rank(a) - rank(b)));
    expect(levels).toContain('documented');
    expect(body.notConfirmed + body.vendors.length).toBe(Number(headers.get('x-total-count')));
  });

  it('EVIDENCE names the first 24 of a feature by level and name, and counts them all', async () => {
    const featureId = await make('features', 'popular-feature');
    const { body: vendors } = await app.call('GET', '/api/vendors?view=card&limit=26');
    const responses = [];
    for (const [index, { id }] of vendors.entries()) {
      const level = index === 0 ? 'partial' : 'documented';
      responses.push(
        await app.asEditor('POST', '/api/coverage', {
          ...EVIDENCE,
          vendorId: id,
          featureId,
          level,
        }),
      );
    }
    const read = async () =>
      (await app.call('GET', '/api/features/popular-feature/coverage')).body as {
        totals: Record<string, number>;
        vendors: { vendor: { name: string }; cell: { level: string } }[];
      };
    const { totals, vendors: shown } = await read();
    expect(totals).toEqual({ documented: 25, partial: 1, absent: 0 });
    expect(new Set(shown.map(({ cell }) => cell.level))).toEqual(new Set(['documented']));
    const names = shown.map(({ vendor }) => vendor.name.toLowerCase());
    expect(names).toHaveLength(24);
    expect(names).toEqual(names.toSorted());
    await app.asEditor('PUT', `/api/coverage/${responses[1]?.body.id}`, { level: 'absent' });
    expect((await read()).totals).toEqual({ documented: 24, partial: 1, absent: 1 });
  });

  it('EVIDENCE lays out one category as a table of vendors and features', async () => {
    const { body } = await app.call(
      'GET',
      '/api/coverage-matrix?category=Accounting%20%26%20General%20Ledger',
    );
    expect(body.category).toBe('Accounting & General Ledger');
    for (const row of body.rows) expect(row.cells).toHaveLength(body.vendors.length);
    expect((await app.call('GET', '/api/coverage-matrix?category=Nothing')).status).toBe(404);
  });

  it('PROMISE 9 a category without a name takes no evidence from anybody', async () => {
    const fresh = await buildApp({ data: 'starter' });
    for (const path of ['/api/coverage-matrix?category=', '/api/coverage-matrix.csv?category='])
      expect((await fresh.call('GET', path)).status).toBe(400);
    const { body } = await fresh.call('GET', '/api/vendors/addepar/coverage');
    expect(body.length).toBeGreaterThan(5);
    await fresh.close();
  });
});

const rank = (level: string) => ['documented', 'partial', 'absent'].indexOf(level);
