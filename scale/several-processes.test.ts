import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import {
  cleanUp,
  makeFolder,
  type Server,
  signIn,
  startServer,
} from '../faults/support/product.ts';
import { endAll, isHere, startNginx, startPgBouncer } from './support/in-front.ts';
import { perSecond } from './support/measure.ts';

const EDITS = 300;
const READS = 3000;
const LASTS_MS = 100_000;
/** One edit of so many withdraws an item; the others change a text that all of these pages show. */
const WITHDRAWN_EACH = 5;
const PAGES = ['/vendors', '/api/vendors?view=card', '/vendors/addepar', '/vendors.md'];
/** Places where what is withdrawn could be found. */
const TRACES = [
  '/glossary',
  '/sitemaps/glossary-1.xml',
  '/api/search?q=zephyrine',
  '/api/glossary',
];

interface Limits {
  withdrawnMs: number;
  oldMs: number;
}

/** A cache in front may be a minute behind what it asked, which may be late itself. */
const NEAR: Limits = { withdrawnMs: 1000, oldMs: 10_000 };
const BEHIND: Limits = { withdrawnMs: 60_000, oldMs: 70_000 };
/** Where neighbours leave no processor time, the site promises ten minutes and no more. */
const BUSY_MS = 600_000;
const LITTLE_IDLE = 0.15;

interface Read {
  at: number;
  path: string;
  status: number;
  text: string;
}

afterAll(async () => {
  await endAll();
  await cleanUp();
});

const idleTimes = () => {
  const times = cpus().map(({ times: { idle, user, sys, nice } }) => [
    idle,
    idle + user + sys + nice,
  ]);
  const sum = (at: number) => times.reduce((total, one) => total + (one[at] ?? 0), 0);
  return { idle: sum(0), all: sum(1) };
};

/** Does the work so many times within a time, one after the other. */
const spread = async (
  count: number,
  lastsMs: number,
  work: (n: number) => Promise<void> | void,
) => {
  const since = performance.now();
  for (let n = 1; n <= count; n += 1) {
    await work(n);
    await sleep(Math.max(0, since + (n * lastsMs) / count - performance.now()));
  }
};

/** Edits one process, and notes when each edit was acknowledged. */
const createEditor = async ({ port }: Server) => {
  const cookie = await signIn(port);
  const send = async (method: string, path: string, json: object) => {
    const reply = await ask(port, path, { method, json, headers: { cookie } });
    return { status: reply.status, body: JSON.parse(reply.text) };
  };
  const { id } = JSON.parse((await ask(port, '/api/vendors/addepar')).text);
  const changed: number[] = [];
  const withdrawn = new Map<string, number>();
  const items = new Map<string, number>();
  for (let n = WITHDRAWN_EACH; n <= EDITS; n += WITHDRAWN_EACH) {
    const slug = `zephyrine-x${n}x`;
    const item = {
      term: `Zephyrine x${n}x`,
      slug,
      definition: 'A word that goes.',
      isPublished: true,
    };
    const { status, body } = await send('POST', '/api/glossary', item);
    expect(status).toBe(201);
    items.set(`x${n}x`, body.id);
  }
  let serial = 0;
  const change = async () => {
    serial += 1;
    const own = serial;
    const { status } = await send('PUT', `/api/vendors/${id}`, { description: `Serial s${own}s` });
    if (status === 200) changed[own] = performance.now();
    return status;
  };
  const withdraw = async (name: string) => {
    const path = `/api/glossary/${items.get(name)}`;
    const { status } = await send('PUT', path, { isPublished: false });
    if (status === 200) withdrawn.set(name, performance.now());
    return status;
  };
  const edit = (n: number) => (n % WITHDRAWN_EACH === 0 ? withdraw(`x${n}x`) : change());
  return { id, cookie, changed, withdrawn, items, change, edit };
};

type Editor = Awaited<ReturnType<typeof createEditor>>;

const SERIAL = /Serial s(\d+)s/;
const serialIn = (text: string) => Number(SERIAL.exec(text)?.[1] ?? Number.NaN);

/** For how long the oldest of these reads had lacked an edit, and what was seen after it was withdrawn. */
const judge = ({ changed, withdrawn }: Editor, reads: readonly Read[], limits: Limits) => {
  let oldestMs = 0;
  const seen: string[] = [];
  for (const { at, path, text } of reads) {
    const serial = serialIn(text);
    const missed = changed.findIndex((acknowledged, n) => n > serial && acknowledged < at);
    if (missed > 0) oldestMs = Math.max(oldestMs, at - (changed[missed] ?? at));
    for (const [name] of text.matchAll(/\bx\d+x\b/g)) {
      const lateMs = at - (withdrawn.get(name) ?? at);
      if (lateMs > limits.withdrawnMs)
        seen.push(`${name} at ${path}, ${Math.round(lateMs)} ms late`);
    }
  }
  return { oldestMs: Math.round(oldestMs), seen };
};

const ROUNDS = [
  { name: 'on one PostgreSQL', isPooled: false },
  { name: 'behind PgBouncer in transaction mode', isPooled: true },
];

for (const { name, isPooled } of ROUNDS) {
  const isPossible = isHere('nginx') && (!isPooled || isHere('pgbouncer'));
  if (!isPossible) process.stdout.write(`skipped ${name}: install nginx and pgbouncer\n`);
  it.skipIf(!isPossible)(
    `PROMISE 23 PROMISE 13 two processes ${name}, and nginx before them: nothing withdrawn is seen, nothing is too old, and kill -9 of one loses nothing`,
    async () => {
      const database = await cloneDatabase('starter');
      const url = isPooled ? await startPgBouncer(database.url) : database.url;
      const place = async () => ({ DATABASE_URL: url, DATA_DIR: await makeFolder() });
      const [one, other] = await Promise.all([
        startServer(await place()),
        startServer(await place()),
      ]);
      const proxy = await startNginx([one.port, other.port]);
      const editor = await createEditor(one);

      const rates = {
        cached: await perSecond(other.port, () => '/vendors/addepar'),
        proxied: await perSecond(proxy, () => '/vendors/addepar'),
        searched: await perSecond(other.port, (n) => `/search?q=ledger+${n}`),
      };
      process.stdout.write(`${name}, responses per second: ${JSON.stringify(rates)}\n`);

      const near: Read[] = [];
      const behind: Read[] = [];
      const reading: Promise<void>[] = [];
      const read = async (port: number, path: string, into: Read[]) => {
        const at = performance.now();
        const { status, text } = await ask(port, path);
        into.push({ at, path, status, text });
      };
      const paths = [...PAGES, ...TRACES];
      const idleBefore = idleTimes();
      await Promise.all([
        spread(EDITS, LASTS_MS, async (n) => expect(await editor.edit(n)).toBe(200)),
        spread(READS, LASTS_MS, (n) => {
          const isNear = n % 2 === 0;
          const path = paths[Math.floor(n / 2) % paths.length] ?? '/';
          // Visitors do not wait for each other.
          reading.push(read(isNear ? other.port : proxy, path, isNear ? near : behind));
        }),
      ]);
      await Promise.all(reading);
      const idleAfter = idleTimes();
      const idle = (idleAfter.idle - idleBefore.idle) / (idleAfter.all - idleBefore.all);
      const hasTime = idle > LITTLE_IDLE;

      // Ended in the middle of edits: the last that was acknowledged is there, or the one that was under way.
      const last = editor.changed.length;
      setTimeout(() => one.kill(), 1000);
      await spread(10_000, 0, () => editor.change().then(() => undefined)).catch(() => undefined);
      await one.ended;
      const { cookie } = editor;
      const stored = await ask(other.port, `/api/vendors/${editor.id}`, { headers: { cookie } });
      const kept = serialIn(JSON.parse(stored.text).description);
      await read(proxy, '/vendors', behind);

      const here = judge(editor, near, NEAR);
      const there = judge(editor, behind, BEHIND);
      const figures = { idle: Math.round(idle * 100) / 100, reads: near.length + behind.length };
      process.stdout.write(`${name}: ${JSON.stringify({ ...figures, here, there })}\n`);

      expect([...near, ...behind].filter(({ status }) => status !== 200)).toEqual([]);
      expect(near.length + behind.length).toBe(READS + 1);
      for (const reads of [near, behind]) {
        const pathsWith = (words: RegExp) =>
          new Set(reads.filter(({ text }) => words.test(text)).map(({ path }) => path));
        expect(PAGES.filter((path) => !pathsWith(SERIAL).has(path))).toEqual([]);
        expect(TRACES.filter((path) => !pathsWith(/\bx\d+x\b/).has(path))).toEqual([]);
      }
      expect([here.seen, there.seen]).toEqual([[], []]);
      expect(here.oldestMs).toBeLessThan(hasTime ? NEAR.oldMs : BUSY_MS);
      expect(there.oldestMs).toBeLessThan(hasTime ? BEHIND.oldMs : BUSY_MS);
      expect(editor.changed.length).toBeGreaterThan(last);
      expect([editor.changed.length - 1, editor.changed.length]).toContain(kept);
      for (const [item, id] of editor.items) {
        const { status } = await ask(other.port, `/api/glossary/${id}`);
        expect([item, status]).toEqual([item, editor.withdrawn.has(item) ? 404 : 200]);
      }
      other.kill('SIGTERM');
      expect((await other.ended).code).toBe(0);
      await endAll();
      await database.drop();
    },
    400_000,
  );
}
