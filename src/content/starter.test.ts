import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

describe('the starter content', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ data: 'starter' });
  });
  afterAll(() => app.close());

  it('fills every list', async () => {
    const { body, status } = await app.call('GET', '/api/vendors');
    expect(status).toBe(200);
    expect(body).toHaveLength(30);
    const one = await app.call('GET', '/api/vendors/addepar');
    expect(one.body.html.about).toContain('<p>');
    expect(one.body.relatedVendors).toHaveLength(3);
    const compare = await app.call('GET', '/api/compare/addepar-vs-masttro');
    expect(compare.body.comparisonMatrix).toHaveLength(3);
    const doc = await app.call('GET', '/api/openapi.json');
    expect(doc.status).toBe(200);
  });
});
