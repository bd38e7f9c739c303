import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveBackup } from '#platform/db/backup.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { type LoopbackServer, readRequest, startLoopback } from '#testing/servers/loopback.ts';
import {
  forgetDeliveries,
  queueCorrectionReceived,
  queueJobFailed,
} from './queue-webhooks.server.ts';

interface Message {
  headers: Record<string, string>;
  text: string;
  body: Record<string, unknown> & { item: Record<string, unknown> | null };
}

const ALL = [
  'published',
  'changed',
  'unpublished',
  'deleted',
  'draft ready',
  'job failed',
  'correction received',
];

let app: TestApp;
let factories: Factories;
let receiver: LoopbackServer;
let status = 200;
let received: Message[] = [];

beforeAll(async () => {
  receiver = await startLoopback(async (request, response) => {
    const text = await readRequest(request);
    const headers = request.headers as Record<string, string>;
    received.push({ headers, text, body: JSON.parse(text) });
    response.writeHead(status, { 'x-receiver': 'here', 'set-cookie': 'a=b' });
    response.end(`seen ${'x'.repeat(5000)}\u0000`);
  });
  app = await buildApp({ settings: { FETCH_ALLOW_HOSTS: receiver.hostPort } });
  factories = createFactories(app);
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});

const send = async () => {
  received = [];
  await app.runJobs();
  return received;
};
const make = async (events = ALL, url = receiver.url) =>
  (await app.asEditor('POST', '/api/webhooks', { url, events })).body;
const drop = (id: number) => app.asEditor('DELETE', `/api/webhooks/${id}`);
const logOf = async (id: number) =>
  (await app.asEditor('GET', `/api/webhooks/${id}/deliveries`)).body;
/** As if the time of every further try had come. */
const hasten = () =>
  app.db.execute(sql`update jobs set run_at = now() where name = 'webhook' and done_at is null`);
const FETCH = { title: '', startedBy: null, steps: [], source: null };

describe('webhooks', () => {
  it('shows a secret once and refuses what is no address or no event', async () => {
    const made = await make(['published']);
    expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { body } = await app.asEditor('GET', '/api/webhooks');
    expect(JSON.stringify(body)).not.toContain(made.secret);
    expect(body[0]).toMatchObject({ url: receiver.url, events: ['published'], pausedAt: null });
    const refused = await app.asEditor('POST', '/api/webhooks', { url: 'ftp://a.b', events: [] });
    expect(Object.keys(refused.body.fields).toSorted()).toEqual(['events', 'url']);
    const unknown = { url: receiver.url, events: ['coffee is ready'] };
    expect((await app.asEditor('POST', '/api/webhooks', unknown)).status).toBe(400);
    const renewed = await app.asEditor('POST', `/api/webhooks/${made.id}/secret`);
    expect(renewed.body.secret).not.toBe(made.secret);
    await drop(made.id);
  });

  it('tells what readers see, signed, in order, and nothing of a draft', async () => {
    const { id: hook, secret } = await make();
    const faq = await factories.create('faq', { isPublished: false });
    const path = `/api/faq/${faq.id}`;
    await app.asEditor('PUT', path, { answer: 'A draft of the house' });
    expect(await send()).toEqual([]);
    await app.asEditor('PUT', path, { isPublished: true });
    await app.asEditor('PUT', path, { answer: 'For readers' });
    await app.asEditor('PUT', `${path}/draft`, { answer: 'A draft over it' });
    const told = await send();
    expect(told.map(({ body }) => body.event)).toEqual(['published', 'changed']);
    const [first] = told;
    expect(first?.body).toMatchObject({
      type: 'faq',
      id: faq.id,
      slug: faq.slug,
      path: `/faq/${faq.slug}`,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      item: { slug: faq.slug, answer: 'For readers', html: { answer: '<p>For readers</p>' } },
    });
    expect(new Webhook(secret).verify(first?.text ?? '', first?.headers ?? {})).toEqual(
      first?.body,
    );
    expect(JSON.stringify(told)).not.toContain('A draft');
    await app.asEditor('PUT', path, { isPublished: false });
    await app.asEditor('PUT', path, { answer: 'Hidden again' });
    await app.asEditor('PUT', path, { isPublished: true });
    await app.asEditor('DELETE', path);
    const last = await send();
    expect(last.map(({ body }) => [body.event, body.slug, body.item])).toEqual(
      ['unpublished', 'published', 'deleted'].map((event) => [event, faq.slug, null]),
    );
    await drop(hook);
  });

  it('tells nothing of types that only the desk reads, and of a rolled back write', async () => {
    const { id } = await make();
    await factories.create('style-guides');
    const faq = await factories.create('faq', { isPublished: true });
    await send();
    const taken = await app.asEditor('PUT', `/api/faq/${faq.id}`, { question: '' });
    expect(taken.status).toBe(400);
    expect(await send()).toEqual([]);
    expect(await logOf(id)).toHaveLength(1);
    await drop(id);
  });

  it('tells that a draft is ready, once and with no word of the draft', async () => {
    const { id } = await make(['draft ready']);
    const faq = await factories.create('faq', { isPublished: false });
    const mark = () => app.asEditor('POST', `/api/faq/${faq.id}/draft/ready`);
    expect([(await mark()).status, (await mark()).status]).toEqual([200, 200]);
    const told = await send();
    expect(told.map(({ body }) => body)).toEqual([
      expect.objectContaining({ event: 'draft ready', id: faq.id, slug: null, item: null }),
    ]);
    await drop(id);
  });

  it('tells of a background job that failed for good', async () => {
    const { id } = await make(['job failed']);
    await app.db.insert(jobs).values({ name: 'fetch', data: FETCH });
    // Only a request does such a job: one that waits was left behind.
    const told = await send();
    const reason = 'The server stopped while it was at work. Please try again.';
    expect(told.map(({ body }) => body)).toEqual([
      expect.objectContaining({ event: 'job failed', job: { name: 'fetch', reason }, item: null }),
    ]);
    await drop(id);
  });

  it('keeps secrets and deliveries out of a backup, and is silent until it has a new secret', async () => {
    const { id, secret } = await make(['published']);
    const { id: faqId } = await factories.create('faq', { isPublished: true });
    await app.asEditor('PUT', `/api/faq/${faqId}/draft`, { question: 'Planned for later' });
    const publishAt = '2030-12-03T09:00:00Z';
    await app.asEditor('POST', `/api/faq/${faqId}/schedule`, { publishAt });
    const folder = await mkdtemp(join(tmpdir(), 'webhooks-backup-'));
    const file = join(folder, 'backup.gz');
    await saveBackup(app.databaseUrl, file);
    const text = gunzipSync(await readFile(file)).toString();
    await rm(folder, { recursive: true });
    expect(text).toContain(receiver.url);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('"messageId"');
    expect(text).toContain('"Planned for later"');
    // As a restore leaves it.
    await app.db.execute(sql`update webhooks set signing_secret = null`);
    expect(await send()).toEqual([]);
    const [restored] = (await app.asEditor('GET', '/api/webhooks')).body;
    expect(restored.pauseReason).toBe(
      'It came from a backup, which holds no secrets: make a new one',
    );
    await app.asEditor('POST', `/api/webhooks/${id}/secret`);
    expect(await send()).toHaveLength(1);
    await drop(id);
  });

  it('logs request and response within bounds, and sends again on demand', async () => {
    const { id } = await make(['published']);
    await factories.create('faq', { isPublished: true });
    await send();
    const [entry] = await logOf(id);
    expect(entry).toMatchObject({ state: 'delivered', attempts: 1, event: 'published' });
    const [{ request, response, problem }] = entry.exchanges;
    expect([response.status, problem]).toEqual([200, null]);
    expect(response.headers['x-receiver']).toBe('here');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.body).toHaveLength(4096);
    expect(request.headers['webhook-id']).toBe(entry.messageId);
    const again = await app.asEditor('POST', `/api/webhooks/${id}/deliveries/${entry.id}/resend`);
    expect(again.status).toBe(201);
    const [repeated] = await send();
    expect(repeated?.headers['webhook-id']).toBe(entry.messageId);
    expect(await logOf(id)).toHaveLength(2);
    await drop(id);
  });

  it('tries again, keeps the order of an item, and lets others pass', async () => {
    const { id } = await make(['published', 'changed']);
    const one = await factories.create('faq', { isPublished: true });
    const two = await factories.create('faq', { isPublished: true });
    status = 500;
    expect(await send()).toHaveLength(2);
    await app.db.execute(
      sql`update jobs set run_at = now() + interval '1 hour' where name = 'webhook' and done_at is null`,
    );
    await app.asEditor('PUT', `/api/faq/${one.id}`, { answer: 'Changed meanwhile' });
    status = 200;
    // The change waits for what was published before it.
    expect(await send()).toEqual([]);
    await hasten();
    const told = (await send()).map(({ body }) => [body.event, body.id]);
    expect(told.filter(([, item]) => item === one.id)).toEqual([
      ['published', one.id],
      ['changed', one.id],
    ]);
    expect(told).toContainEqual(['published', two.id]);
    const log = await logOf(id);
    expect(log.map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 2, 2]);
    await drop(id);
  });

  it('holds nothing back that is about no item: corrections and failed jobs pass each other', async () => {
    const { id } = await make(['job failed', 'correction received']);
    await transact(app.db, async (tx) => {
      await queueJobFailed(tx, 'first job', 'No room left');
      await queueCorrectionReceived(tx, '/vendors/addepar');
    });
    status = 500;
    expect(await send()).toHaveLength(2);
    await transact(app.db, async (tx) => {
      await queueJobFailed(tx, 'second job', 'No room left');
      await queueCorrectionReceived(tx, '/vendors/masttro');
    });
    status = 200;
    const told = (await send()).map(({ body }) => [body.event, body.path]);
    expect(told).toEqual([
      ['job failed', null],
      ['correction received', '/vendors/masttro'],
    ]);
    await drop(id);
  });

  it('tells of items of an import, of a scheduled publication and of what comes out of the trash', async () => {
    const kept = await factories.create('faq', { isPublished: true });
    const later = await factories.create('faq', { isPublished: false });
    const { id } = await make();
    // A second try meets what the first one left.
    const slug = `is-it-new-${Date.now()}`;
    const csv = `id,question,slug,answer\n${kept.id},Was it imported?,,\n,Is it new?,${slug},Yes.\n`;
    const imported = await app.api.request('/api/faq/import', {
      method: 'POST',
      headers: { cookie: app.cookie, 'content-type': 'text/csv' },
      body: csv,
    });
    expect(imported.status).toBe(200);
    const publishAt = new Date(Date.now() + 60_000);
    const planned = { publishAt: publishAt.toISOString() };
    expect((await app.asEditor('POST', `/api/faq/${later.id}/schedule`, planned)).status).toBe(200);
    received = [];
    await app.runJobs(publishAt);
    const first = received;
    await app.asEditor('DELETE', `/api/faq/${kept.id}`);
    const [trashed] = (await app.asEditor('GET', '/api/trash')).body;
    expect((await app.asEditor('POST', `/api/trash/${trashed.id}/restore`)).status).toBeLessThan(
      300,
    );
    const told = [...first, ...(await send())].map(({ body }) => [body.event, body.slug]);
    expect(told).toEqual([
      ['changed', kept.slug],
      ['published', slug],
      ['published', later.slug],
      ['deleted', kept.slug],
      ['published', kept.slug],
    ]);
    await drop(id);
  });

  it('pauses after a day of failures, says so, and delivers all of it when it goes on', async () => {
    const { id } = await make(['published']);
    await factories.create('faq', { isPublished: true });
    status = 503;
    await send();
    await app.db.execute(
      sql`update webhooks set failing_since = now() - interval '25 hours' where id = ${id}`,
    );
    await hasten();
    await send();
    const [paused] = (await app.asEditor('GET', '/api/webhooks')).body;
    expect(paused).toMatchObject({ pauseReason: 'Every delivery of a day failed', waiting: 1 });
    const [line] = (await app.asEditor('GET', '/api/activity?limit=1')).body;
    expect(line).toMatchObject({ action: 'webhook paused', title: receiver.url });
    status = 200;
    await hasten();
    expect(await send()).toEqual([]);
    await factories.create('faq', { isPublished: true });
    await app.asEditor('PATCH', `/api/webhooks/${id}`, { isPaused: false });
    expect(await send()).toHaveLength(2);
    await drop(id);
  });

  it('gives a delivery up after a day of tries while others arrive, and stops at 410', async () => {
    const { id } = await make(['published']);
    await factories.create('faq', { isPublished: true });
    await app.db.execute(
      sql`update jobs set attempts = 10 where name = 'webhook' and done_at is null`,
    );
    status = 400;
    await send();
    expect(await logOf(id)).toMatchObject([{ state: 'failed', attempts: 11 }]);
    await factories.create('faq', { isPublished: true });
    status = 410;
    await send();
    status = 200;
    const [gone] = (await app.asEditor('GET', '/api/webhooks')).body;
    expect(gone.pauseReason).toBe('The receiver said that it is gone (410)');
    await drop(id);
  });

  it('reaches public addresses alone', async () => {
    const { id } = await make(['published'], 'http://127.0.0.1:1/hook');
    await factories.create('faq', { isPublished: true });
    await send();
    const [entry] = await logOf(id);
    expect(entry.exchanges).toMatchObject([
      { response: null, problem: 'Only public addresses are fetched' },
    ]);
    await drop(id);
  });

  it('forgets deliveries after 30 days', async () => {
    const { id } = await make(['published']);
    await factories.create('faq', { isPublished: true });
    await factories.create('faq', { isPublished: true });
    await app.db.execute(
      sql`update jobs set created_at = now() - interval '31 days' where id = (select max(id) from jobs)`,
    );
    await forgetDeliveries(app.db);
    expect(await logOf(id)).toHaveLength(1);
    await drop(id);
  });
});
