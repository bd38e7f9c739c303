import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ask, type Served, serve } from '#testing/serve.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { startFeedServer } from '#testing/servers/feed-server.ts';
import { plain, type SentSpan, startCollector } from '#testing/servers/trace-collector.ts';
import { children, startServing } from './testing.ts';

let site: Served;
let collector: Awaited<ReturnType<typeof startCollector>>;
beforeAll(async () => {
  [site, collector] = await Promise.all([serve(), startCollector()]);
});
afterEach(() => collector.forget());
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([site.close(), collector.close()]);
});

/** Serves for as long as `work` takes; what it made is with the collector when the process has ended. */
const whileServing = async (
  work: (port: number) => Promise<void>,
  settings: Record<string, string> = {},
) => {
  const { port, child, ended } = await startServing({
    DATABASE_URL: site.databaseUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...settings,
  });
  await work(port);
  child.kill('SIGTERM');
  const { code } = await ended;
  return { code, spans: collector.spans() };
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-00`;

const childOf = (spans: SentSpan[], parent: SentSpan | undefined, name: string) =>
  spans.find((one) => one.parentSpanId === parent?.spanId && one.name === name);

it('a read of the API is request, call, reader and statement, each inside the one before', async () => {
  const { spans } = await whileServing(async (port) => {
    await ask(port, '/api/vendors/addepar', { headers: { traceparent } });
  });
  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const request = own.find(({ kind }) => kind === 2);
  expect(request).toMatchObject({ name: 'GET /api/vendors/{id}', parentSpanId: 'b7ad6b7169203331' });
  expect(plain(request?.attributes ?? [])).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/vendors/{id}',
    'url.path': '/api/vendors/addepar',
    'url.scheme': 'http',
    'http.response.status_code': 200,
    'http.response.header.x-request-id': [expect.stringMatching(/^[\da-f]{12}-\w+$/)],
  });
  const call = childOf(own, request, 'getVendor');
  const reader = childOf(own, call, 'vendors.bySlug');
  const statement = childOf(own, reader, 'SELECT vendors');
  expect([call?.kind, reader?.kind, statement?.kind]).toEqual([1, 1, 3]);
  expect(plain(statement?.attributes ?? [])).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.query.summary': 'SELECT vendors',
    'db.query.text': expect.stringMatching(/^select .+ from "vendors" where \(.*"slug" = \$1/),
  });
  const byId = new Map(own.map((span) => [span.spanId, span]));
  const outside = own.filter((span) => {
    const parent = byId.get(span.parentSpanId ?? '');
    const [from, to] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
    const isAfter = BigInt(parent?.startTimeUnixNano ?? 0) <= from;
    return to < from || !isAfter || (parent && BigInt(parent.endTimeUnixNano) < to);
  });
  expect(own.length).toBeGreaterThan(3);
  expect(outside).toEqual([]);
}, 60_000);

it('a page is rendered within its request and makes its calls; one out of the cache is not traced', async () => {
  const { spans } = await whileServing(async (port) => {
    for (let i = 0; i < 3; i += 1) await ask(port, '/vendors/asora', { headers: { traceparent } });
  });
  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const requests = own.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name }) => name)).toEqual(['GET /vendors/*']);
  const call = childOf(own, childOf(own, requests[0], 'render page'), 'getVendor');
  expect(call?.kind).toBe(1);
}, 60_000);

it('tells the collector nothing of who asked, and for what', async () => {
  const { spans } = await whileServing(async (port) => {
    const headers = {
      cookie: `${site.cookie}; taste=oatmeal`,
      'user-agent': 'Browser-of-Jane',
      'x-forwarded-for': '203.0.113.77',
    };
    await ask(port, '/api/vendors?q=ledgerwords&limit=5', { headers });
    await ask(port, '/api/search?q=searchwords');
    await ask(port, '/preview?token=tokenwords');
    const json = { email: 'jane@example.org', password: 'passwordwords' };
    await ask(port, '/api/auth/login', { method: 'POST', json });
    await ask(port, '/api/glossary', {
      method: 'POST',
      json: { term: 'Termwords', slug: 'termwords', definition: 'Definitionwords.' },
      headers,
    });
  });
  const names = spans.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['POST /api/auth/login', 'INSERT glossary_entries']));
  expect(collector.text()).not.toMatch(
    /(?:ledger|search|token|password|[Tt]erm|[Dd]efinition)words|oatmeal|[Jj]ane|203\.0|127\.0|example/,
  );
  expect(collector.text()).not.toContain(site.cookie.split('=')[1]);
}, 60_000);

it('a timed job is a trace of its own, with its statements and its calls outside', async () => {
  const feeds = await startFeedServer();
  const address = feeds.put('/feed', rssOf('News', []));
  const { spans } = await whileServing(
    async () => {
      await expect.poll(() => feeds.asked).toContain('/feed');
      await expect
        .poll(async () => {
          const { rows } = await site.connection.pool.query(
            `select failures from timed_jobs where name = 'news-feeds' and started_at is null`,
          );
          return rows.length;
        })
        .toBe(1);
    },
    {
      NEWS_FETCH_CRON: '* * * * * *',
      NEWS_FEED_URLS: address,
      FETCH_ALLOW_HOSTS: feeds.hostPort,
    },
  );
  await feeds.close();
  const jobs = spans.filter(({ name }) => name === 'news-feeds');
  const traces = jobs.map((job) => spans.filter(({ traceId }) => traceId === job.traceId));
  expect(jobs.every(({ kind, parentSpanId }) => kind === 1 && !parentSpanId)).toBe(true);
  const names = traces.flat().map(({ name, kind }) => `${kind} ${name}`);
  expect(names).toEqual(expect.arrayContaining(['3 GET', '3 SELECT news_jobs']));
}, 60_000);

it.each([
  ['is away', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, {}],
  ['says nothing', {}, { isSilent: true }],
  ['answers 503', {}, { status: 503 }],
])('a collector that %s harms no request, and no stop', async (_, settings, state) => {
  Object.assign(collector.state, state);
  const statuses: number[] = [];
  const { code } = await whileServing(async (port) => {
    // More than are sent at once, so that it is tried.
    for (let i = 0; i < 200; i += 1) {
      statuses.push((await ask(port, `/api/faq?limit=1&offset=${i}`)).status);
    }
  }, settings);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(code).toBe(0);
  expect(collector.spans()).toEqual([]);
}, 90_000);

it('the metrics count the spans that were sent and lost, and without traces have no such figure', async () => {
  const METRICS_TOKEN = 'a-token-for-the-watcher';
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  await whileServing(
    async (port) => {
      collector.state.status = 401;
      for (let i = 1; i <= 100; i += 1) await ask(port, `/api/faq?limit=${i}`);
      await expect
        .poll(async () => (await ask(port, '/metrics', { headers })).text)
        .toMatch(/^trace_spans_total\{result="lost"\} [1-9]\d*$/m);
    },
    { METRICS_TOKEN },
  );
  collector.forget();
  const { spans } = await whileServing(
    async (port) => {
      await ask(port, '/api/vendors/addepar', { headers: { traceparent } });
      const { text } = await ask(port, '/metrics', { headers });
      expect(text).toContain('http_request_duration_seconds');
      expect(text).not.toContain('trace_spans');
    },
    { METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  );
  expect([spans, collector.requests]).toEqual([[], []]);
}, 90_000);
