import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawDecision } from '#testing/draw-decision.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { exportContent } from '#tools/files/content-folder.server.ts';

const QUOTE = 'Positions are "reconciled" with custodians every night, all-in.';
/** It is on the page beside the quote, which nobody keeps. */
const PRIVATE = 'Zebrafinch';
const FRAGMENT =
  '#:~:text=Positions%20are%20%22reconciled%22%20with%20custodians%20every%20night%2C%20all%2Din.';

let site: TestSite;
let outside: PageServer;
let url: string;
beforeAll(async () => {
  outside = await startPageServer();
  site = await startSite({ data: 'empty', settings: { FETCH_ALLOW_HOSTS: outside.hostPort } });
  url = `${outside.url}/page`;
  outside.pages.set('/page', { body: `<p>${QUOTE}</p><p>${PRIVATE} is our other product.</p>` });
  const add = async (name: string, body: object) => {
    const made = await site.asEditor('POST', `/api/${name}`, body);
    expect([made.status, made.body.fields]).toEqual([201, undefined]);
    return made.body.id;
  };
  const source = { field: 'founded', value: '2001', url, publisher: 'vendor', quote: QUOTE };
  const vendors = ['acme', 'bolt'].map((slug) =>
    add('vendors', { name: slug, slug, founded: '2001', sources: [source], isPublished: true }),
  );
  const featureId = await add('features', { name: 'Ledger', slug: 'ledger', category: 'Books' });
  for (const vendorId of await Promise.all(vendors)) {
    await add('coverage', {
      vendorId,
      featureId,
      url,
      quote: QUOTE,
      level: 'documented',
      publisher: 'vendor',
      finding: 'It reconciles.',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    });
  }
});
afterAll(async () => {
  await site.close();
  await outside.close();
});

it.each([
  ['/vendors/acme', 2],
  ['/features/ledger', 2],
  ['/features/matrix', 2],
  ['/compare/acme-vs-bolt', 4],
  ['/needs?f=ledger', 2],
])(
  'QUOTE %s shows it as a quotation whose link opens the source at the words',
  async (path, count) => {
    const { document, status } = await site.get(path);
    expect(status).toBe(200);
    const quotations = [...document.querySelectorAll('main blockquote')];
    expect(quotations.map((one) => [one.getAttribute('cite'), one.textContent])).toEqual(
      Array.from({ length: count }, () => [url, `“${QUOTE}”`]),
    );
    const links = [...document.querySelectorAll('.evidence-source a')];
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(
      new Set([`${url}${FRAGMENT}`]),
    );
  },
);

it('QUOTE the memo and the scorecard show it too', async () => {
  const { body } = await site.call('GET', '/api/decision-data');
  const { memo, scores } = drawDecision(body, ['acme', 'bolt'], 'ledger');
  const quotation = `<blockquote cite="${url}">“${QUOTE.replaceAll('"', '&quot;')}”</blockquote>`;
  for (const html of [memo, scores]) expect(html.split(quotation)).toHaveLength(3);
  expect(scores).toContain(`href="${url}${FRAGMENT}"`);
});

it('QUOTE twins, files and tools for machines hold it, and nothing of the page around it', async () => {
  const callMcp = async (name: string, args: object) => {
    const params = { name, arguments: args };
    const response = await site.api.request('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return response.text();
  };
  const textOf = async (path: string) => (await site.api.request(path)).text();
  const holding = [
    await textOf('/api/coverage'),
    await textOf('/api/vendors/acme'),
    await textOf('/api/vendors/acme/coverage'),
    await textOf('/api/features/ledger/coverage'),
    await textOf('/api/coverage-matrix'),
    await textOf('/api/coverage-matrix.csv'),
    await textOf('/data/coverage.csv'),
    await textOf('/data/coverage.json'),
    (await site.readTwin('/vendors/acme')) ?? '',
    (await site.readTwin('/features/ledger')) ?? '',
    (await site.readTwin('/features/matrix')) ?? '',
    await callMcp('get_vendor', { vendor: 'acme' }),
    await callMcp('get_evidence', { vendor: 'acme' }),
    await textOf('/api/needs?features=ledger'),
    await textOf('/api/needs.csv?features=ledger'),
    (await site.readTwin('/needs?f=ledger')) ?? '',
  ];
  for (const [at, text] of holding.entries()) {
    expect([at, text.includes('custodians every night')]).toEqual([at, true]);
    expect([at, text.includes(PRIVATE)]).toEqual([at, false]);
  }
  const folder = await mkdtemp(join(tmpdir(), 'quotes-'));
  await exportContent(site.content, site.db, folder);
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  await rm(folder, { recursive: true });
  expect(files.filter((text) => text.includes('custodians every night'))).toHaveLength(4);
  const elsewhere = [
    ...files,
    await textOf(`/api/search?q=${PRIVATE}`),
    await textOf('/feed.xml'),
    await textOf('/sitemap.xml'),
    (await site.get('/vendors/acme')).html,
    JSON.stringify(
      (await site.asEditor('GET', '/api/coverage/export.csv').catch(() => null)) ?? '',
    ),
  ];
  expect(elsewhere.filter((text) => text.includes(`${PRIVATE} is`))).toEqual([]);
});
