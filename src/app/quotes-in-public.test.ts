import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteSettings } from '#platform/env.server.ts';
import { drawDecision } from '#testing/draw-decision.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { exportContent } from '#tools/files/content-folder.server.ts';
import { createTwinReader } from './twins/twins.server.ts';

const QUOTE = 'Positions are "reconciled" with custodians every night, all-in.';
/** It stands on the page beside the quote, so in the snapshot and nowhere else. */
const PRIVATE = 'Zebrafinch';
/** A vendor's statement, beside what its page documents. */
const STATED = 'Custodians of forty countries.';
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
      ...{ vendorId, featureId, url, quote: QUOTE, level: 'documented', publisher: 'vendor' },
      finding: 'It reconciles.',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    });
    await site.db.execute(sql`insert into vendor_words
      (vendor_id, feature_id, level, text, domain, stated_on, state) values
      (${vendorId}, ${featureId}, 'documented', ${STATED}, 'acme.example', '2026-11-17', 'shown')`);
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

it('QUOTE twins, files and tools for machines hold it, and nothing public holds the snapshot', async () => {
  const { rows } = await site.db.execute<{ count: number }>(
    sql`select count(*)::int as count from quotes where snapshot is not null`,
  );
  expect(rows[0]?.count).toBe(4);
  const readTwin = createTwinReader(
    async (path) => site.api.request(path),
    siteSettings(site.settings),
  );
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
    (await readTwin('/vendors/acme')) ?? '',
    (await readTwin('/features/ledger')) ?? '',
    (await readTwin('/features/matrix')) ?? '',
    await callMcp('get_vendor', { vendor: 'acme' }),
    await callMcp('get_evidence', { vendor: 'acme' }),
    await textOf('/api/needs?features=ledger'),
    await textOf('/api/needs.csv?features=ledger'),
    (await readTwin('/needs?f=ledger')) ?? '',
  ];
  for (const [at, text] of holding.entries()) {
    expect([at, text.includes('custodians every night')]).toEqual([at, true]);
    expect([at, text.includes(PRIVATE)]).toEqual([at, false]);
  }
  // A statement is about a pair: the rows of evidence alone, and the facts of a vendor, have none.
  const stating = holding.flatMap((text, at) => (text.includes(STATED) ? at : []));
  expect(stating).toEqual([2, 3, 4, 5, 8, 9, 10, 12, 13, 14, 15]);
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
    await textOf('/llms-full.txt'),
    await textOf('/api/changes'),
    (await site.get('/vendors/acme')).html,
    JSON.stringify(
      (await site.asEditor('GET', '/api/coverage/export.csv').catch(() => null)) ?? '',
    ),
  ];
  expect(elsewhere.filter((text) => text.includes(`${PRIVATE} is`))).toEqual([]);
});
