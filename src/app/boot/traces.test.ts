import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { children, startServing } from '#testing/processes.ts';
import { ask, type Served, serve } from '#testing/serve.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { startFeedServer } from '#testing/servers/feed-server.ts';
import { plain, type SentSpan, startCollector } from '#testing/servers/trace-collector.ts';

let site: Served;
let collector: Awaited<ReturnType<typeof startCollector>>;

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
  return ended;
};

const READ = '0af7651916cd43dd8448eb211c80319c';
const PAGE = '1bf7651916cd43dd8448eb211c80319c';
const from = (trace: string) => ({ traceparent: `00-${trace}-b7ad6b7169203331-00` });

/** As somebody who says more than a trace may hold. */
const askForMuch = async (port: number) => {
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
};

/** A job that has been done has asked for its feed. */
const waitForJob = () =>
  vi.waitFor(
    async () => {
      const { rows } = await site.connection.pool.query(
        `select name from timed_jobs where name = 'news-feeds' and succeeded_at is not null`,
      );
      expect(rows).toEqual([{ name: 'news-feeds' }]);
    },
    { timeout: 60_000 },
  );

let spans: SentSpan[] = [];
let text = '';
beforeAll(async () => {
  [site, collector] = await Promise.all([serve(), startCollector()]);
  const feeds = await startFeedServer();
  const settings = {
    NEWS_FETCH_CRON: '* * * * * *',
    NEWS_FEED_URLS: feeds.put('/feed', rssOf('News', [])),
    FETCH_ALLOW_HOSTS: feeds.hostPort,
  };
  await whileServing(async (port) => {
    await ask(port, '/api/vendors/addepar', { headers: from(READ) });
    for (let i = 0; i < 3; i += 1) await ask(port, '/vendors/asora', { headers: from(PAGE) });
    await askForMuch(port);
    await waitForJob();
  }, settings);
  await feeds.close();
  spans = collector.spans();
  text = collector.text();
}, 180_000);
beforeEach(() => collector.forget());
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([site.close(), collector.close()]);
});

const childOf = (own: SentSpan[], parent: SentSpan | undefined, name: string) =>
  own.find((one) => one.parentSpanId === parent?.spanId && one.name === name);

it('a read of the API is request, call, reader and statement, each inside the one before', () => {
  const own = spans.filter(({ traceId }) => traceId === READ);
  const request = own.find(({ kind }) => kind === 2);
  expect(request).toMatchObject({
    name: 'GET /api/vendors/{id}',
    parentSpanId: 'b7ad6b7169203331',
  });
  expect(plain(request?.attributes ?? [])).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/vendors/{id}',
    'url.path': '/api/vendors/addepar',
    'url.scheme': 'http',
    'http.response.status_code': 200,
    'http.response.header.x-request-id': [expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/)],
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
});

it('a page is rendered within its request and makes its calls; one out of the cache is not traced', () => {
  const own = spans.filter(({ traceId }) => traceId === PAGE);
  const requests = own.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name }) => name)).toEqual(['GET /vendors/*']);
  const call = childOf(own, childOf(own, requests[0], 'render page'), 'getVendor');
  expect(call?.kind).toBe(1);
});

it('tells the collector nothing of who asked, and for what', () => {
  const names = spans.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['POST /api/auth/login', 'INSERT glossary_entries']),
  );
  const isOutbound = /"key":"server\.address","value":\{"stringValue":"127\.0\.0\.1"\}/g;
  expect(text.replace(isOutbound, '')).not.toMatch(
    /(?:ledger|search|token|password|[Tt]erm|[Dd]efinition)words|oatmeal|[Jj]ane|203\.0|127\.0|example/,
  );
  expect(text).not.toContain(site.cookie.split('=')[1]);
});

it('a timed job is a trace of its own, with its statements and its calls outside', () => {
  const jobs = spans.filter(({ name }) => name === 'news-feeds');
  expect(jobs.every(({ kind, parentSpanId }) => kind === 1 && !parentSpanId)).toBe(true);
  const traces = new Set(jobs.map(({ traceId }) => traceId));
  const own = spans.filter(({ traceId }) => traces.has(traceId));
  const names = own.map(({ name, kind }) => `${kind} ${name}`);
  expect(names).toEqual(expect.arrayContaining(['1 news-feeds', '3 GET', '3 UPDATE news_jobs']));
});

it.each([
  ['is away', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, [{}]],
  ['answers 503, and then nothing at all', {}, [{ status: 503 }, { isSilent: true }]],
])(
  'a collector that %s harms no request, and no stop',
  async (_, settings, states) => {
    const statuses: number[] = [];
    const { code } = await whileServing(async (port) => {
      // Each round makes more than are sent at once, so that it is tried.
      for (const [round, state] of states.entries()) {
        Object.assign(collector.state, state);
        for (let i = 0; i < 200; i += 1) {
          statuses.push((await ask(port, `/api/faq?limit=${round + 1}&offset=${i}`)).status);
        }
      }
    }, settings);
    expect(statuses.length).toBe(200 * states.length);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(code).toBe(0);
    expect(collector.spans()).toEqual([]);
  },
  90_000,
);
