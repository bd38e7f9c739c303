import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

let site: Served;
beforeEach(async () => {
  site = await serve();
});
afterEach(() => site.close());

const timed = async (path: string, headers: Record<string, string> = {}) => {
  const since = performance.now();
  const reply = await site.get(path, headers);
  return { reply, ms: performance.now() - since };
};

const recoveryOf = async (path: string) => {
  const since = performance.now();
  for (;;) {
    const { status, headers } = await site.get(path);
    if (status === 200 && headers['x-cache'] !== 'stale') return performance.now() - since;
    if (performance.now() - since > 10_000) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
};

describe.each(['shut', 'hung'] as const)('a database that is away (%s)', (mode) => {
  it('PROMISE 19 kept pages answer 200, others 503 within 2 s, and it recovers within 5 s', async () => {
    await site.get('/vendors/addepar');
    await site.get('/api/vendors?limit=2');
    site.door.set(mode);
    const kept = await timed('/vendors/addepar');
    expect(kept.reply.status).toBe(200);
    // The listener notices, and what it may have missed makes every page old: still better than nothing.
    await sleep(3500);
    const stale = await timed('/vendors/addepar');
    expect([stale.reply.status, stale.reply.headers['x-cache']]).toEqual([200, 'stale']);
    expect(stale.reply.headers.warning).toContain('110');
    expect(stale.ms).toBeLessThan(2000);
    const json = await timed('/api/vendors?limit=2');
    expect([json.reply.status, json.reply.headers['x-cache']]).toEqual([200, 'stale']);
    const signedIn = await timed('/vendors/addepar', { cookie: site.cookie });
    expect([signedIn.reply.status, signedIn.reply.text.includes('stranger')]).toEqual([200, true]);
    expect(signedIn.ms).toBeLessThan(2000);

    for (const path of ['/vendors/altoo', '/api/vendors/altoo']) {
      const other = await timed(path);
      expect([path, other.reply.status]).toEqual([path, 503]);
      expect(other.reply.headers['retry-after']).toBe('5');
      expect(other.ms).toBeLessThan(2000);
      expect(other.reply.text).toContain(String(other.reply.headers['x-request-id']));
    }
    expect((await site.get('/healthz')).status).toBe(200);

    site.door.set('open');
    expect(await recoveryOf('/vendors/altoo')).toBeLessThan(5000);
    expect(await recoveryOf('/vendors/addepar')).toBeLessThan(5000);
  }, 40_000);
});

describe('a connection that is lost', () => {
  it('PROMISE 19 ends one transaction and not the process', async () => {
    const work = site.connection.db.transaction(async (tx) => {
      await tx.execute('select 1');
      site.door.set('shut');
      await sleep(100);
      await tx.execute('select 1');
    });
    await expect(work).rejects.toThrow();
    site.door.set('open');
    expect(await recoveryOf('/vendors/altoo')).toBeLessThan(5000);
  });

  it('PROMISE 23 keeps nothing as fresh while it hears of no changes', async () => {
    await site.get('/vendors/altoo');
    site.door.set('shut');
    await sleep(50);
    site.door.set('open');
    await sleep(1500);
    expect((await site.get('/vendors/altoo')).headers['x-cache']).toBe('miss');
    expect((await site.get('/vendors/altoo')).headers['x-cache']).toBe('hit');
  });
});
