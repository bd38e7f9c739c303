import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMailer } from '#modules/mail/mailer.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { notFound } from '#platform/errors.ts';
import { createGuardedFetch } from '#platform/guarded-fetch.server.ts';
import { adaptersOf, createCdnPurge } from '#platform/server/cdn-purge.server.ts';
import { startLoopback } from '#testing/servers/loopback.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { plain, startCollector } from '#testing/servers/trace-collector.ts';
import { inSpan } from './in-span.server.ts';
import { startTraces } from './start-traces.server.ts';

const lines: { level: number; msg: string; reason: string }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const silent = pino({ level: 'silent' });

let collector: Awaited<ReturnType<typeof startCollector>>;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());
afterEach(() => {
  collector.forget();
  lines.length = 0;
});

const start = (settings: Record<string, string> = {}) =>
  startTraces(
    readSettings({ NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings }),
    log,
  );

/** Long enough for a machine that does much else. */
const LONG_MS = 30_000;
const named = (name: string, parent?: string) => () => ({ name, parent });
const nothing = async () => undefined;

const spanOf = (name: string) => {
  const { kind, attributes, status, ...span } = collector
    .spans()
    .find((one) => one.name === name) ?? {
    kind: 0,
    attributes: [],
    status: {},
  };
  return { ...span, kind, status: status?.code, attributes: plain(attributes) };
};

const describe = () => {
  throw new Error('described');
};

it('without the setting work is done as it is: nothing is described, and the library is not loaded', async () => {
  for (const of of ['request', 'job', 'outbound', 'statement', 'part'] as const) {
    expect(await inSpan(of, describe, async (note) => note({ a: 1 }) ?? of)).toBe(of);
  }
  const loader = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      if (/^@opentelemetry\\/(?!api$)/.test(specifier)) throw new Error(specifier);
      return next(specifier, context);
    } });
    await import(process.argv[1]);
    console.log('loaded');
    process.exit(0);`;
  const node = new URL('../../app/boot/node.server.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', loader, node];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH },
  });
  expect(stdout.trim()).toBe('loaded');
}, 60_000);

it('sends OTLP as JSON with the headers and the name that settings give', async () => {
  const traces = start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret,tenant=desk',
    OTEL_SERVICE_NAME: 'the-guide',
  });
  await inSpan('job', named('outer'), () => inSpan('part', named('inner'), nothing));
  await traces.close(LONG_MS);
  expect(await inSpan('job', describe, async () => 'not described')).toBe('not described');
  expect(collector.requests).toHaveLength(1);
  expect(collector.requests[0]).toMatchObject({
    method: 'POST',
    path: '/otlp/v1/traces',
    headers: { 'content-type': 'application/json', 'api-key': 'a secret', tenant: 'desk' },
  });
  expect(collector.resource()).toMatchObject({
    'service.name': 'the-guide',
    'telemetry.sdk.language': 'nodejs',
  });
  const [outer, inner] = [spanOf('outer'), spanOf('inner')];
  expect(inner).toMatchObject({ traceId: outer.traceId, parentSpanId: outer.spanId, kind: 1 });
  expect(outer.parentSpanId).toBeUndefined();
});

it('only a request, a job and a call outside begin a trace', async () => {
  const traces = start();
  for (const of of ['request', 'job', 'outbound', 'statement', 'part'] as const) {
    await inSpan(of, named(of), nothing);
  }
  await inSpan('request', named('outer'), () => inSpan('job', named('apart'), nothing));
  await traces.close(LONG_MS);
  const names = collector.spans().map(({ name }) => name);
  expect(names).toEqual(['request', 'job', 'outbound', 'apart', 'outer']);
  expect(collector.spans().map(({ kind }) => kind)).toEqual([2, 1, 3, 1, 2]);
  expect(collector.spans().every(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
});

it('takes a traceparent as an id alone: its own ratio decides what is kept, and a wrong one is ignored', async () => {
  const traces = start({ OTEL_TRACES_SAMPLER_ARG: '0.5' });
  const [kept, left] = ['00000000000000000000000000000001', 'ffffffff000000000000000000000000'];
  const inner = () => inSpan('part', named('inner'), nothing);
  await inSpan('request', named('kept', `00-${kept}-00f067aa0ba902b7-00`), inner);
  await inSpan('request', named('left', `00-${left}-00f067aa0ba902b7-01`), inner);
  await traces.close(LONG_MS);
  const sent = collector.spans().map(({ traceId, name }) => ({ traceId, name }));
  expect(sent).toEqual([
    { traceId: kept, name: 'inner' },
    { traceId: kept, name: 'kept' },
  ]);
  expect(spanOf('kept').parentSpanId).toBe('00f067aa0ba902b7');
  collector.forget();

  const whole = start();
  const wrong = ['', 'x', `ff-${kept}-00f067aa0ba902b7-01`, `00-${kept}-00f067aa0ba902b7-01-x`];
  const zeros = `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`;
  for (const header of [...wrong, zeros, `00-${kept}`.repeat(1000)]) {
    await inSpan('request', named('wrong', header), nothing);
  }
  await whole.close(LONG_MS);
  expect(collector.spans()).toHaveLength(6);
  expect(new Set(collector.spans().map(({ traceId }) => traceId)).size).toBe(6);
  expect(collector.text()).not.toContain(kept);
});

it('says what kind of failure it was, and never its words; what a visitor got wrong is no failure', async () => {
  const traces = start();
  const fail = (name: string, error: unknown) =>
    inSpan('job', named(name), () => Promise.reject(error)).catch((thrown: unknown) => {
      expect(thrown).toBe(error);
    });
  await fail('coded', Object.assign(new Error('jane@example.com is taken'), { code: '23505' }));
  await fail('plain', new TypeError('jane@example.com is no number'));
  await fail('missing', notFound('Vendor'));
  const answer = (status: number) => async (note: (known: Record<string, number>) => void) =>
    note({ 'http.response.status_code': status });
  await inSpan('request', named('request 404'), answer(404));
  await inSpan('request', named('request 500'), answer(500));
  await inSpan('outbound', named('outbound 404'), answer(404));
  await traces.close(LONG_MS);
  const told = collector
    .spans()
    .map(({ name, status, attributes }) => [name, status?.code, plain(attributes)['error.type']]);
  expect(told).toEqual([
    ['coded', 2, '23505'],
    ['plain', 2, 'TypeError'],
    ['missing', 0, undefined],
    ['request 404', 0, undefined],
    ['request 500', 2, '500'],
    ['outbound 404', 2, '404'],
  ]);
  expect(collector.text()).not.toContain('jane');
});

it('times calls outside by host alone, sends no traceparent along, and names nobody who gets a letter', async () => {
  const mail = await startMailServer();
  const heard: (string | undefined)[] = [];
  const outside = await startLoopback((request, response) => {
    heard.push(request.headers.traceparent?.toString());
    response.writeHead(request.url?.startsWith('/gone') ? 404 : 200).end('ok');
  });
  const traces = start();
  const fetch = createGuardedFetch();
  const allowHosts = [outside.hostPort];
  await inSpan('job', named('outer'), async () => {
    await fetch(`${outside.url}/gone/secret-path?q=secret-words`, { method: 'POST', allowHosts });
    await fetch(outside.url).catch(() => undefined);
    await fetch('no address').catch(() => undefined);
    const [hook = () => []] = adaptersOf(
      readSettings({ CDN_PURGE_URL: `${outside.url}/secret-hook` }),
    );
    await createCdnPurge(hook, { log: silent })(['faq/1']);
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Desk <desk@example.com>' };
    const send = createMailer(readSettings(settings), silent);
    const letter = { to: 'jane@example.org', subject: 'Hello', blocks: ['Hello'] };
    expect(await send?.(letter)).toBe(true);
  });
  await traces.close(LONG_MS);
  await Promise.all([mail.close(), outside.close()]);

  const port = Number(outside.hostPort.split(':')[1]);
  const server = { 'server.address': '127.0.0.1', 'server.port': port };
  const outer = spanOf('outer');
  const calls = collector.spans().filter(({ parentSpanId }) => parentSpanId === outer.spanId);
  expect(calls.map(({ kind }) => kind)).toEqual([3, 3, 3, 3, 3]);
  expect(calls.map(({ name, attributes }) => [name, plain(attributes)])).toEqual([
    [
      'POST',
      {
        'http.request.method': 'POST',
        ...server,
        'http.response.status_code': 404,
        'error.type': '404',
      },
    ],
    ['GET', { 'http.request.method': 'GET', ...server, 'error.type': 'FetchRefused' }],
    ['GET', { 'http.request.method': 'GET', 'error.type': 'FetchRefused' }],
    ['POST', { 'http.request.method': 'POST', ...server, 'http.response.status_code': 200 }],
    ['send mail', { 'network.protocol.name': 'smtp', 'server.address': '127.0.0.1' }],
  ]);
  expect(heard).toEqual([undefined, undefined]);
  expect(collector.text()).not.toMatch(/secret|jane|example/);
});

it('does not wait for a collector that is silent', async () => {
  collector.state.isSilent = true;
  const traces = start();
  for (let i = 0; i < 10_000; i += 1) await inSpan('job', named('one of many'), nothing);
  // By itself the library would wait for 10 seconds.
  await traces.close(200);
  expect(collector.spans()).toEqual([]);
}, 9000);

it('says that the collector refuses, goes on, and sends again when it takes them', async () => {
  collector.state.status = 401;
  const traces = start();
  const make = async () => {
    for (let i = 0; i < 512; i += 1) await inSpan('job', named('one of many'), nothing);
  };
  await make();
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines).toMatchObject([
    { level: 40, msg: 'the collector of traces did not take them', reason: 'Unauthorized' },
  ]);
  collector.state.status = 200;
  collector.forget();
  await make();
  await expect.poll(() => collector.spans()).toHaveLength(512);
  await traces.close(LONG_MS);
}, 60_000);

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'must be an http(s) address'],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'no pair',
    'must be pairs such as name=value, separated by commas',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', 'all', 'must be a number'],
])('a wrong %s is said before anything starts', (name, value, problem) => {
  expect(() => readSettings({ [name]: value })).toThrow(`Wrong setting: ${name} ${problem}`);
});
