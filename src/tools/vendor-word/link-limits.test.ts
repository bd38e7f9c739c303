import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startVendorDesk, type VendorDesk } from '#testing/vendor-desk.ts';

let desk: VendorDesk;
beforeAll(async () => {
  desk = await startVendorDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

const countLinks = async () =>
  Number((await desk.db.execute(sql`select count(*) from vendor_links`)).rows[0]?.count);

// A process remembers whom it refused: each test has a network, a mailbox or a vendor of its own.
describe('how many links are sent', () => {
  it('sends three a day to one mailbox, whatever stands after a plus', async () => {
    for (const part of ['', '+1', '+2', '+3', '+4']) await desk.ask(`ann${part}@addepar.com`);
    expect(await desk.awaitLetters(3)).toHaveLength(3);
  });

  it('sends twenty a day for one vendor, whoever asks', async () => {
    for (let at = 0; at < 25; at += 1) await desk.ask(`person${at}@altoo.io`, 'altoo');
    expect(await desk.awaitLetters(20)).toHaveLength(20);
    expect((await desk.ask('last@altoo.io', 'altoo')).status).toBe(202);
  });

  it('takes ten an hour from one network, and tells it when to come back', async () => {
    const asked = [];
    for (let at = 0; at < 11; at += 1)
      asked.push(await desk.ask('ann@gmail.com', 'addepar', desk.from(`192.0.2.${at}`)));
    expect(asked.map(({ status }) => status)).toEqual([...Array(10).fill(202), 429]);
    expect(Number(asked.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await desk.ask('ann@gmail.com')).status).toBe(202);
  });

  it('stays bounded under thousands of requests from everywhere', async () => {
    const from = (at: number) => desk.from(`10.${at % 250}.${at % 200}.9`);
    for (let at = 0; at < 3000; at += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, one) =>
          desk.ask(`p${at + one}@addepar.com`, 'addepar', from(at + one)),
        ),
      );
    }
    expect((await desk.awaitLetters(20)).length).toBeLessThanOrEqual(20);
    expect(await countLinks()).toBeLessThanOrEqual(20);
    const { rows } = await desk.db.execute(sql`select count(*)::int as count from rate_limits`);
    expect(rows[0]?.count).toBeLessThan(1600);
  }, 60_000);
});
