import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCopy } from '#content/shared/coverage/source-rank.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';

const EVIDENCE = {
  level: 'partial',
  finding: 'A brochure lists lot methods.',
  url: 'https://vendor.example/manual',
  publisher: 'vendor',
  checkedOn: '2026-11-15',
  checkedBy: 'Research desk',
};
const COPY = 'https://vdocuments.mx/brochure.html';

it.each([
  'https://vdocuments.net/x',
  'https://documents.pub/x',
  'http://www.rasteredge.com/gallery/c14/712/',
  'https://ru.scribd.com/document/40218630',
  'https://issuu.com./a/docs/b',
  'https://raw.githubusercontent.com/owner/name/main/apis.yml',
  'https://gist.github.com/owner/1',
  'https://github.com/owner/name/raw/main/apis.yml',
])('EVIDENCE %s is a copy', (url) => {
  expect(isCopy(url)).toBe(true);
});

it.each([
  'https://github.com/XeroAPI/Xero-OpenAPI',
  'https://github.com/XeroAPI/Xero-OpenAPI/blob/master/xero_files.yaml',
  'https://help.vendor.example/scribd.com',
  'https://notscribd.com/x',
  '/methodology',
])('EVIDENCE %s is not', (url) => {
  expect(isCopy(url)).toBe(false);
});

describe('what a source can carry', () => {
  let app: TestApp;
  let vendorId: number;
  let featureId: number;
  beforeAll(async () => {
    app = await buildApp();
    const make = async (name: string, slug: string) =>
      (await app.asEditor('POST', `/api/${name}`, { name: slug, slug })).body.id;
    vendorId = await make('vendors', 'ours');
    featureId = await make('features', 'ledger');
  });
  afterAll(() => app.close());

  const send = (more: object) =>
    app.asEditor('POST', '/api/coverage', { ...EVIDENCE, vendorId, featureId, ...more });

  it.each([
    [{ level: 'documented', url: COPY }, 'publisher'],
    [{ level: 'partial', publisher: 'regulator', url: COPY }, 'publisher'],
    [{ level: 'documented', publisher: 'index', url: COPY }, 'level'],
    [{ level: 'documented', publisher: 'partner' }, 'level'],
    [{ level: 'absent', publisher: 'reviewer' }, 'level'],
  ])('EVIDENCE refuses %j by its field', async (more, field) => {
    const { status, body } = await send(more);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  it('EVIDENCE refuses the same in a change, in CSV and in the sources of a vendor', async () => {
    const made = await send({ publisher: 'index', url: COPY });
    expect(made.status).toBe(201);
    const path = `/api/coverage/${made.body.id}`;
    const refused = await app.asEditor('PUT', path, { level: 'documented' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['level']]);
    expect((await app.asEditor('PUT', path, { note: 'Still asked.' })).status).toBe(200);
    const csv = `id,publisher\r\n${made.body.id},vendor\r\n`;
    const imported = await app.api.request('/api/coverage/import?dryRun=true', {
      method: 'POST',
      headers: { cookie: app.cookie, 'content-type': 'text/csv' },
      body: csv,
    });
    expect(await imported.text()).toContain('second hand');
    const source = { field: 'founded', value: '2001', url: COPY, publisher: 'vendor' };
    const vendor = await app.asEditor('PUT', `/api/vendors/${vendorId}`, { sources: [source] });
    expect([vendor.status, JSON.stringify(vendor.body.fields)]).toEqual([
      400,
      expect.stringContaining('second hand'),
    ]);
  });

  it('EVIDENCE judges an older row only when it says something else', async () => {
    const { body } = await app.asEditor('GET', '/api/coverage?vendor=ours');
    await app.db.execute(`update coverage set publisher = 'vendor', level = 'documented'`);
    const path = `/api/coverage/${body[0].id}`;
    expect((await app.asEditor('PUT', path, { finding: 'In other words.' })).status).toBe(200);
    const verified = { collection: 'coverage', id: body[0].id };
    expect((await app.asEditor('POST', '/api/upkeep/verified', verified)).status).toBe(200);
    expect((await app.asEditor('PUT', path, { level: 'absent' })).status).toBe(400);
    expect((await app.asEditor('PUT', path, { level: 'partial', publisher: 'index' })).status).toBe(
      200,
    );
  });
});
