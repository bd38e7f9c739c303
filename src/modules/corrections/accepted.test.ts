import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const PAGE = '/vendors/addepar';
const SENT = { path: PAGE, text: 'The head office moved.' };

let app: TestSite;
beforeAll(async () => {
  app = await startSite({ data: 'starter' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.execute(sql`truncate corrections restart identity`);
  await app.db.execute(sql`delete from rate_limits`);
});

const report = (body: unknown) => app.call('POST', '/api/corrections', body);
const list = async (query = '') => (await app.asEditor('GET', `/api/corrections${query}`)).body;
const decide = (id: number, body: unknown) =>
  app.asEditor('POST', `/api/corrections/${id}/decide`, body);
const ledger = async () => (await app.call('GET', '/api/corrections/ledger')).body;

describe('an accepted correction', () => {
  const vendorNow = async () => (await app.call('GET', `/api${PAGE}`)).body;
  const stateOf = async (id: number) => (await list(`?id=${id}`)).items[0].state;
  const inLedger = async () =>
    (await ledger()).items.map(({ id, decision }: { id: number; decision: string }) => [
      id,
      decision,
    ]);

  it('is public as accepted when the edit that answers it is live, and not before', async () => {
    await report(SENT);
    await report(SENT);
    const { id } = await vendorNow();
    await decide(1, { decision: 'accept', reason: 'It moved in May.' });
    await decide(2, { decision: 'accept' });
    expect(await ledger()).toMatchObject({ received: 2, accepted: 0, total: 0, items: [] });
    // Saved beside the draft: not the edit that was begun for it.
    await app.asEditor('PUT', `/api/vendors/${id}`, { employeeCount: '7' });
    await app.asEditor('PUT', `/api/vendors/${id}/draft`, { headquarters: 'Basel' });
    expect(await inLedger()).toEqual([]);
    const { version } = (await app.asEditor('GET', `/api/vendors/${id}`)).body;
    const published = await app.asEditor(
      'POST',
      `/api/vendors/${id}/draft/publish`,
      {},
      { 'if-match': `"v${version}"` },
    );
    expect(published.status).toBe(200);
    expect(await inLedger()).toEqual([
      [2, 'accepted'],
      [1, 'accepted'],
    ]);
    expect((await ledger()).items[1]).toMatchObject({
      page: { path: PAGE, title: 'Addepar' },
      reason: 'It moved in May.',
    });
  });

  it('is open again when its draft is thrown away, or published with nothing in it', async () => {
    const { id } = await vendorNow();
    for (const end of [
      () => app.asEditor('DELETE', `/api/vendors/${id}/draft`),
      () => app.asEditor('POST', `/api/vendors/${id}/draft/publish`, {}),
    ]) {
      await report(SENT);
      const { items } = await list('?state=open');
      const correction = items.at(-1).id;
      await decide(correction, { decision: 'accept', reason: 'It moved.' });
      expect(await stateOf(correction)).toBe('accepted');
      expect((await end()).status).toBe(200);
      expect((await list(`?id=${correction}`)).items[0]).toMatchObject({
        state: 'open',
        reason: null,
        item: null,
      });
      expect(await inLedger()).toEqual([]);
    }
  });

  it('of a cell is public with the next save of its evidence, and one of another page when an editor says so', async () => {
    const [cell] = (await app.asEditor('GET', '/api/coverage?limit=1')).body;
    const vendor = (await app.asEditor('GET', `/api/vendors/${cell.vendorId}`)).body;
    const feature = (await app.asEditor('GET', `/api/features/${cell.featureId}`)).body;
    await report({ ...SENT, path: `/vendors/${vendor.slug}#${feature.slug}` });
    await report({ ...SENT, path: '/features/matrix' });
    await decide(1, { decision: 'accept' });
    await decide(2, { decision: 'accept' });
    expect(await inLedger()).toEqual([]);
    await app.asEditor('PUT', `/api/coverage/${cell.id}`, { finding: 'Read once more.' });
    expect(await inLedger()).toEqual([[1, 'accepted']]);
    expect((await decide(2, { decision: 'reopen' })).body.state).toBe('open');
    expect((await decide(2, { decision: 'changed' })).body.state).toBe('changed');
    expect((await inLedger()).length).toBe(2);
  });
});
