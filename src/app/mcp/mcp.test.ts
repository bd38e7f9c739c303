import {
  Client as ClientOf2026,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadRenderer } from '#testing/render-page.ts';
import { ask, type Served, serve } from '#testing/serve.ts';

const SITE = 'https://guide.example';
const NAMES = [
  'search',
  'match_needs',
  'get_vendor',
  'compare_vendors',
  'get_evidence',
  'get_definition',
];
const INFO = { name: 'test', version: '1.0.0' };

interface Fact {
  status: string;
  value: string | null;
  evidence: Record<'url' | 'source' | 'rank' | 'pageDate' | 'checkedOn', string>[];
}

/** The parts that the tests read of any tool's content, which the clients check against its schema. */
interface Content {
  page: string;
  total: number;
  nextCursor: string | null;
  cells: (Fact & { feature: { slug: string } })[];
  facts: (Fact & { field: string })[];
  events: { date: string | null }[];
  contract: (Fact & { topic: string; version: string | null })[];
  rows: { cells: Fact[] }[];
  vendors: { slug: string; rank: number }[];
  answers: object[];
  hits: object[];
}

type Result = { isError?: boolean; content: { text?: string }[]; structuredContent?: unknown };
type Call = (name: string, args?: Record<string, unknown>) => Promise<Result>;

let site: Served;
let address: URL;
let modern: ClientOf2026;
let legacy: ClientOf2025;

beforeAll(async () => {
  const { fetch } = await loadRenderer();
  site = await serve({
    settings: { SITE_URL: SITE },
    render: (url, context) => fetch(new Request(url), { context }),
  });
  // The search reads its pages beside the first requests.
  const isPartial = async () => JSON.parse((await site.get('/api/search?q=a')).text).isPartial;
  await vi.waitUntil(async () => !(await isPartial()), { timeout: 20_000 });
  address = new URL(`http://127.0.0.1:${site.port}/mcp`);
  modern = new ClientOf2026(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await modern.connect(new StreamableHTTPClientTransport(address));
  legacy = new ClientOf2025(INFO);
  await legacy.connect(new TransportOf2025(address));
});
afterAll(async () => {
  await modern.close();
  await legacy.close();
  await site.close();
});

const callModern: Call = async (name, args = {}) =>
  (await modern.callTool({ name, arguments: args })) as Result;
const callLegacy: Call = async (name, args = {}) =>
  (await legacy.callTool({ name, arguments: args })) as Result;

const textOf = ({ content }: Result) => content.map(({ text }) => text).join('\n');
const dataOf = ({ structuredContent }: Result) => structuredContent as Content;

describe('MCP for the official clients of both generations', () => {
  it('negotiates 2026-07-28 with one and a revision of 2025 with the other', () => {
    expect(modern.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(legacy.getServerVersion()?.name).toBe('family-office-software');
    expect(legacy.getInstructions()).toContain(
      "'not confirmed' means that no page we read says it",
    );
  });

  it('lists its read-only tools with a schema of what each takes', async () => {
    for (const { tools } of [await modern.listTools(), await legacy.listTools()]) {
      expect(tools.map(({ name }) => name)).toEqual(NAMES);
      for (const tool of tools) {
        expect(tool.annotations?.readOnlyHint).toBe(true);
        expect(tool.inputSchema.additionalProperties).toBe(false);
      }
    }
  });

  /** Arguments that fit the starter content. */
  const ASKED: Record<string, Record<string, unknown>> = {
    search: { query: 'partnership accounting' },
    match_needs: { needs: ['partnership-accounting', 'Family portal'], musts: [] },
    get_vendor: { vendor: 'Addepar' },
    compare_vendors: { vendors: ['addepar', 'masttro'] },
    get_evidence: { vendor: 'addepar', feature: 'partnership-accounting' },
    get_definition: { term: 'capital call' },
  };

  it('lists and reads the pages as resources, also a further part of a list', async () => {
    for (const client of [modern, legacy]) {
      const { resources } = await client.listResources();
      const uri = resources.find(({ name }) => name === '/vendors')?.uri ?? '';
      expect(uri).toBe(`${SITE}/vendors.md`);
      for (const [asked, path] of [
        [uri, '/vendors.md'],
        [`${uri}?page=2`, '/vendors.md?page=2'],
        [`${SITE}/vendors/addepar.md`, '/vendors/addepar.md'],
      ] as const) {
        const { contents } = await client.readResource({ uri: asked });
        const { text } = await site.get(path);
        expect(contents).toEqual([{ uri: asked, mimeType: 'text/markdown', text }]);
      }
    }
    const first = await site.get('/vendors.md');
    const second = await site.get('/vendors.md?page=2');
    expect(second.text).not.toBe(first.text);
  });

  it.each(NAMES)('%s: both get the same, as text too', async (name) => {
    const first = await callModern(name, ASKED[name]);
    const second = await callLegacy(name, ASKED[name]);
    expect(JSON.parse(textOf(first))).toEqual(first.structuredContent);
    expect(first.isError ?? false).toBe(false);
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(textOf(second)).toBe(textOf(first));
  });
});

describe('facts', () => {
  it('equals the API cell by cell, and says what is not confirmed', async () => {
    const api = JSON.parse((await site.get('/api/vendors/addepar/coverage')).text);
    const expected = api.flatMap(
      ({ rows }: { rows: { feature: { slug: string }; cells: Record<string, string>[] }[] }) =>
        rows.map(({ feature, cells: [cell] }) => [
          feature.slug,
          cell?.level ?? 'not confirmed',
          cell?.url ?? null,
          cell?.publisher ?? null,
          cell?.pageDate || null,
          cell?.checkedOn?.slice(0, 10) ?? null,
        ]),
    );
    const cells: Content['cells'] = [];
    let cursor: string | undefined;
    do {
      const page = dataOf(await callModern('get_evidence', { vendor: 'addepar', cursor }));
      expect(page.cells.length).toBeLessThanOrEqual(20);
      cells.push(...page.cells);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const read = cells.map(({ feature, status, evidence: [one] }) => [
      feature.slug,
      status,
      one?.url ?? null,
      one?.source ?? null,
      one?.pageDate ?? null,
      one?.checkedOn ?? null,
    ]);
    expect(read).toEqual(expected);
    expect(new Set(cells.map(({ status }) => status))).toContain('not confirmed');
    for (const { status, evidence } of cells) {
      if (status === 'not confirmed') expect(evidence).toEqual([]);
      else
        expect(evidence[0]?.rank).toBe(
          /^(vendor|regulator)$/.test(evidence[0]?.source ?? '') ? 'first hand' : 'second hand',
        );
    }
  });

  it('gives each fact of a vendor with its sources, and the missing ones too', async () => {
    const vendor = JSON.parse((await site.get('/api/vendors/addepar')).text);
    const result = await callModern('get_vendor', { vendor: 'addepar' });
    const { facts, page } = dataOf(result);
    expect(page).toBe(`${SITE}/vendors/addepar`);
    const owner = facts.find((one) => one.field === 'ownership');
    const sources = vendor.sources.filter(
      (one: { field: string; url: string }) => one.field === 'ownership' && one.url,
    );
    expect(owner?.value).toContain(vendor.ownership);
    expect(owner?.evidence.map((one) => one.url)).toEqual(
      sources.map((one: { url: string }) => one.url),
    );
    expect(facts.map((one) => one.field)).toEqual(
      expect.arrayContaining(['pricing', 'dataResidency', 'attestations', 'sso', 'languages']),
    );
    expect(textOf(result)).toContain(owner?.evidence[0]?.url);
    expect(textOf(result)).toContain('not confirmed');
  });

  it('gives the events of a vendor, newest first, and its contract by topic', async () => {
    const { events, contract } = dataOf(await callModern('get_vendor', { vendor: 'odoo' }));
    expect(events.map(({ date }) => date)).toEqual(['2026-09-24', '2025-12-19', '2025-07-04']);
    const on = (topic: string) => contract.filter((one) => one.topic === topic);
    expect(on('notice').map(({ version, status }) => [version, status])).toEqual([
      ['11', 'published'],
    ]);
    expect(on('notice')[0]?.evidence[0]?.rank).toBe('first hand');
    expect(on('party').map(({ status, value }) => [status, value])).toEqual([
      ['not confirmed', null],
    ]);
  });

  it.each([
    ['get_evidence', { vendor: 'eton', feature: 'bill pay' }, 'eton-solutions', 'bill-payment'],
    ['get_evidence', { vendor: 'adepar', feature: 'sso' }, 'addepar', 'authentication-and-sso'],
    [
      'get_evidence',
      { vendor: 'Fund Count', feature: 'partnership acounting' },
      'fundcount',
      'partnership-accounting',
    ],
  ])('%s takes names as the search of the site does: %o', async (name, args, vendor, feature) => {
    const found = (await callModern(name, args)).structuredContent;
    expect(found).toMatchObject({
      vendor: { slug: vendor },
      cells: [{ feature: { slug: feature } }],
    });
  });

  it('orders vendors as /needs does, page by page', async () => {
    const asked = 'partnership-accounting,custodian-data-feeds';
    const api = JSON.parse((await site.get(`/api/needs?features=${asked}`)).text);
    const needs = asked.split(',');
    const first = dataOf(await callModern('match_needs', { needs }));
    const second = dataOf(await callModern('match_needs', { needs, cursor: first.nextCursor }));
    const order = [...first.vendors, ...second.vendors].map(({ slug, rank }) => [slug, rank]);
    expect(first.total).toBe(api.total);
    expect(order).toEqual(
      api.vendors
        .slice(0, 10)
        .map((one: { vendor: { slug: string }; rank: number }) => [one.vendor.slug, one.rank]),
    );
  });

  it('compares facts and features of two to four vendors, with evidence in each cell', async () => {
    const { rows, vendors, page, total, nextCursor } = dataOf(
      await callModern('compare_vendors', { vendors: ['Masttro', 'Addepar', 'Asora'] }),
    );
    expect(page).toBe(`${SITE}/compare/addepar-vs-asora-vs-masttro`);
    expect(vendors.map(({ slug }) => slug)).toEqual(['masttro', 'addepar', 'asora']);
    for (const { cells } of rows) expect(cells).toHaveLength(3);
    expect([rows.length, nextCursor]).toEqual([12, '12']);
    expect(total).toBeGreaterThan(80);
  });

  it('keeps facts out of a search, which carries no rank', async () => {
    const found = await callModern('search', { query: 'addepar owner' });
    expect(dataOf(found).answers).toEqual([]);
    const { hits } = dataOf(await callModern('search', { query: 'reporting', kind: 'vendors' }));
    expect(hits.length).toBe(20);
  });

  it('counts all that a search found, of which it gives the first', async () => {
    const asked = { query: 'family data', kind: 'features' };
    const { groups } = JSON.parse((await site.get('/api/search?q=family+data&kind=features')).text);
    expect(groups[0].total).toBeGreaterThan(20);
    const first = dataOf(await callModern('search', asked));
    expect([first.hits.length, first.total]).toEqual([20, groups[0].total]);
    const all = dataOf(await callModern('search', { query: 'family data' }));
    const counted = JSON.parse((await site.get('/api/search?q=family+data')).text);
    expect(all.total).toBe(counted.total);
    expect(all.hits.length).toBeLessThan(all.total);
  });

  it('shows no draft and nothing withdrawn, not even to an owner', async () => {
    const made = await site.edit('POST', '/api/vendors', {
      name: 'Hidden Ledger',
      slug: 'hidden-ledger',
      isPublished: false,
    });
    expect(made.status).toBe(201);
    const asOwner = await ask(site.port, '/mcp', {
      method: 'POST',
      headers: { cookie: site.cookie, accept: 'application/json, text/event-stream' },
      json: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_vendor', arguments: { vendor: 'hidden-ledger' } },
      },
    });
    expect(asOwner.status).toBe(200);
    expect(JSON.parse(asOwner.text).result.isError).toBe(true);
    expect(asOwner.text).not.toContain('Hidden Ledger');
    const listed = await callModern('match_needs', { needs: ['partnership-accounting'] });
    expect(textOf(listed)).not.toContain('Hidden Ledger');
  });
});

describe('bad arguments', () => {
  it('tells each problem by its field, as an error of the tool', async () => {
    const wrong = await callModern('match_needs', { needs: 5, cursor: 'x', colour: 'red' });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toBe(
      'Please correct 3 fields\nneeds: Expected array, received number\ncursor: Use the nextCursor of the page before, or leave it out\ncolour: Unknown field',
    );
    expect(textOf(await callLegacy('get_vendor'))).toBe(
      'Please correct 1 field\nvendor: vendor is required',
    );
    const category = await callModern('match_needs', {
      needs: ['partnership-accounting'],
      category: 'No such',
    });
    expect(textOf(category)).toContain('category: No vendor has this category: No such');
    const twice = await callModern('compare_vendors', { vendors: ['addepar', 'Addepar'] });
    expect(textOf(twice)).toContain('vendors: Name each vendor once');
  });

  it('names the nearest of an unknown vendor, feature or term', async () => {
    const vendor = await callModern('get_vendor', { vendor: 'Addepar reporting' });
    expect(vendor.isError).toBe(true);
    expect(textOf(vendor)).toMatch(
      /vendor: Nothing here is called 'Addepar reporting'\. Nearest: .*Addepar \(addepar\)/,
    );
    const other = await callModern('get_vendor', { vendor: 'reporting' });
    expect(textOf(other)).toContain("Nothing here is called 'reporting'");
    expect((await callModern('get_vendor', { vendor: '1' })).isError).toBe(true);
    const term = await callModern('get_definition', { term: 'qqqqzzzz' });
    expect(textOf(term)).toContain('Call search to find its name');
  });

  it('are cursors that no page gave, as an error of the protocol', async () => {
    const calls = [
      ['get_evidence', { vendor: 'addepar', cursor: '999999' }],
      ['compare_vendors', { vendors: ['addepar', 'masttro'], cursor: '5000' }],
      ['match_needs', { needs: ['general-ledger'], cursor: '999999' }],
    ] as const;
    for (const [name, args] of calls)
      for (const call of [callModern, callLegacy])
        await expect(call(name, args)).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining('There is no such page'),
        });
  });

  it('knows no other tool', async () => {
    await expect(callModern('drop_tables')).rejects.toThrow('There is no such tool');
    await expect(callLegacy('toString')).rejects.toThrow('There is no such tool');
  });
});
