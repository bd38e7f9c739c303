import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, Publisher } from '#content/coverage/coverage.collection.ts';
import { LEVEL_WORDS, rankOf } from '#content/shared/coverage/evidence-words.ts';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { formatDate, formatPartialDate } from '#content/shared/format-date.ts';
import { readCsv } from '#modules/csv/read-csv.server.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

/** What every form of the guide gives for one vendor and one feature; null is 'not confirmed'. */
interface Cell {
  level: Level;
  publisher: Publisher;
  url: string;
  pageDate: string | null;
  checkedOn: string;
}
/** Level, rank, source and days, as each form has them. */
type Told = Record<'level' | 'rank' | 'url' | 'pageDate' | 'checkedOn', string> | null;
type ReadCells = (vendor: string) => Promise<Record<string, Told>>;

let site: TestSite;

const jsonOf = async (path: string) => (await site.api.request(path)).json();
const csvOf = async (path: string): Promise<Record<string, string>[]> => {
  const bytes = new Uint8Array(await (await site.api.request(path)).arrayBuffer());
  const lines: string[][] = [];
  for await (const line of readCsv(bytes)) lines.push(line);
  const [head = [], ...rows] = lines;
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
};

const callTool = async (name: string, args: object) => {
  const response = await site.api.request('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  });
  return (await response.json()).result.structuredContent;
};

const tell = ({ level, publisher, url, pageDate, checkedOn }: Cell): Told => ({
  level,
  rank: isFirstRank(publisher) ? 'first hand' : 'second hand',
  url,
  pageDate: pageDate ?? '',
  checkedOn: checkedOn.slice(0, 10),
});

type Row = { feature: { slug: string }; cells: (Cell | null)[] };
const rowsOf = async (path: string): Promise<Row[]> =>
  (await jsonOf(path)).flatMap((group: { rows: Row[] }) => group.rows);

/** Each form by a function of its own: one more is one more line. */
const READERS: Record<string, ReadCells> = {
  JSON: async (vendor) =>
    Object.fromEntries(
      (await rowsOf(`/api/vendors/${vendor}/coverage`)).map(({ feature, cells: [cell] }) => [
        feature.slug,
        cell ? tell(cell) : null,
      ]),
    ),
  CSV: async (vendor) => {
    const features = await csvOf('/data/features.csv');
    const rows = await csvOf('/data/coverage.csv');
    return Object.fromEntries(
      features.map(({ slug = '' }) => {
        const row = rows.find((one) => one.vendor === vendor && one.feature === slug);
        if (!row) return [slug, null];
        const { level = '', rank = '', url = '', pageDate = '', checkedOn = '' } = row;
        return [slug, { level, rank, url, pageDate, checkedOn }];
      }),
    );
  },
  'JSON file': async (vendor) => {
    const features: { slug: string }[] = await jsonOf('/data/features.json');
    const rows: (Cell & { vendor: string; feature: string })[] =
      await jsonOf('/data/coverage.json');
    return Object.fromEntries(
      features.map(({ slug }) => {
        const row = rows.find((one) => one.vendor === vendor && one.feature === slug);
        return [slug, row ? tell(row) : null];
      }),
    );
  },
  MCP: async (vendor) => {
    const found: [string, Told][] = [];
    let cursor: string | undefined;
    do {
      const { cells, nextCursor } = await callTool('get_evidence', { vendor, cursor });
      for (const { feature, status, evidence } of cells) {
        const [one] = evidence;
        found.push([
          feature.slug,
          one
            ? {
                level: status,
                rank: one.rank,
                url: one.url,
                pageDate: one.pageDate ?? '',
                checkedOn: one.checkedOn,
              }
            : null,
        ]);
      }
      cursor = nextCursor ?? undefined;
    } while (cursor);
    return Object.fromEntries(found);
  },
};

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}
const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('');
const urlsOf = ({ url, children = [] }: Node): string[] => [
  ...(url ? [url] : []),
  ...children.flatMap(urlsOf),
];
const nodesOf = (node: Node, type: string): Node[] => [
  ...(node.type === type ? [node] : []),
  ...(node.children ?? []).flatMap((child) => nodesOf(child, type)),
];
const readTwin = async (path: string): Promise<Node> => {
  const twin = (await site.readTwin(path)) ?? '';
  return remark().use(remarkGfm).parse(twin);
};

/** What a twin lacks of the evidence for a cell: its level, rank, source, page date and day. */
const missingIn = (node: Node | undefined, cell: Cell | null): string[] => {
  const words = node ? wordsOf(node) : '';
  if (!cell) return words.includes('Not confirmed') ? [] : ['Not confirmed'];
  const { level, publisher, url, pageDate, checkedOn } = cell;
  const wanted = [
    LEVEL_WORDS[level],
    rankOf(publisher),
    pageDate ? `page of ${formatPartialDate(pageDate)}` : 'page undated',
    formatDate(checkedOn),
  ];
  // A link to a quote leads to its place on the page.
  const urls = node ? urlsOf(node).map((one) => one.split('#:~:text')[0]) : [];
  return [...wanted.filter((one) => !words.includes(one)), ...(urls.includes(url) ? [] : [url])];
};

const HOSTILE = 'Pipes | [brackets](x) <b>bold</b> `code` *stars*';

beforeAll(async () => {
  site = await startSite({ data: 'starter' });
  const add = async (name: string, body: object): Promise<number> =>
    (await site.asEditor('POST', `/api/${name}`, body)).body.id;
  const vendorId = await add('vendors', {
    name: HOSTILE,
    slug: 'made-up',
    description: HOSTILE,
    isPublished: true,
  });
  const open = await add('features', { name: HOSTILE, slug: 'made-up-feature', category: 'A | B' });
  const closed = await add('features', {
    name: 'Secret feature',
    slug: 'secret-feature',
    isPublished: false,
  });
  const hidden = await add('vendors', {
    name: 'Secret vendor',
    slug: 'secret-vendor',
    isPublished: false,
  });
  const evidence = {
    level: 'partial',
    finding: HOSTILE,
    url: 'https://example.com/a_(b)?c=d|e&f',
    publisher: 'press',
    pageDate: '2026-03',
    checkedOn: '2026-11-15',
    checkedBy: 'Research desk',
  };
  await add('coverage', { ...evidence, vendorId, featureId: open });
  await add('coverage', { ...evidence, vendorId, featureId: closed, finding: 'Secret finding' });
  await add('coverage', { ...evidence, vendorId: hidden, featureId: open });
}, 120_000);
afterAll(() => site.close());

/** Another number samples other vendors. */
const SEED = 29;
const turnOf = (slug: string) => createHash('sha256').update(`${SEED} ${slug}`).digest('hex');
const DRAWN = readdirSync(new URL('../../../starter/coverage', import.meta.url))
  .map((file) => file.replace('.yaml', ''))
  .toSorted((a, b) => turnOf(a).localeCompare(turnOf(b)))
  .slice(0, 4);

describe.each([...DRAWN, 'made-up'])('%s', (slug) => {
  it('has the same cells in every form: level, rank, source, page date and day', async () => {
    const expected = (await READERS.JSON?.(slug)) ?? {};
    expect(Object.values(expected).filter((cell) => cell !== null)).not.toEqual([]);
    expect(Object.values(expected)).toContain(null);
    for (const [name, read] of Object.entries(READERS))
      expect([name, await read(slug)]).toEqual([name, expected]);
  });

  it('has each cell with all of it in the twin of its profile', async () => {
    const twin = await readTwin(`/vendors/${slug}`);
    const items = nodesOf(twin, 'listItem');
    const links = urlsOf(twin);
    const rows = await rowsOf(`/api/vendors/${slug}/coverage`);
    const missing = rows.flatMap(({ feature, cells: [cell = null] }) => {
      const url = `http://localhost:3000/features/${feature.slug}.md`;
      if (!cell) return links.includes(url) ? [] : [[feature.slug]];
      const item = items.find((one) => urlsOf(one)[0] === url);
      const lacks = missingIn(item, cell);
      return lacks.length === 0 ? [] : [[feature.slug, ...lacks]];
    });
    expect(missing).toEqual([]);
  });
});

/** The cells of a table's row by the address that its first cell links to. */
const cellsAt = (tree: Node, path: string): Node[] =>
  nodesOf(tree, 'tableRow')
    .map(({ children = [] }) => children)
    .find(([first]) => first && urlsOf(first).includes(`http://localhost:3000${path}.md`)) ?? [];

it('a comparison and the matrix have each cell with all of it in one cell of their table', async () => {
  const slugs = ['made-up', ...DRAWN.slice(0, 2)].toSorted();
  const pair = slugs.join('-vs-');
  const side = await readTwin(`/compare/${pair}`);
  const compared: Row[] = (await jsonOf(`/api/compare/${pair}`)).coverage.flatMap(
    (group: { rows: Row[] }) => group.rows,
  );
  const shown = compared.filter(({ cells }) => cells.some((cell) => cell !== null));
  expect(shown.length).toBeGreaterThan(5);
  for (const { feature, cells } of shown) {
    const found = cellsAt(side, `/features/${feature.slug}`).slice(1);
    const missing = cells.map((cell, at) => missingIn(found[at], cell));
    expect([feature.slug, missing]).toEqual([feature.slug, cells.map(() => [])]);
  }
  const search = `?category=${encodeURIComponent('Accounting & General Ledger')}`;
  const matrix = await readTwin(`/features/matrix${search}`);
  const { rows, vendors }: { rows: Row[]; vendors: { slug: string }[] } = await jsonOf(
    `/api/coverage-matrix${search}`,
  );
  expect(vendors.length).toBeGreaterThan(5);
  for (const [at, { slug }] of vendors.entries()) {
    const found = cellsAt(matrix, `/vendors/${slug}`).slice(1);
    const missing = rows.map(({ cells }, row) => missingIn(found[row], cells[at] ?? null));
    expect([slug, missing]).toEqual([slug, rows.map(() => [])]);
  }
}, 120_000);

it('drafts, previews and scheduled items are in none of them', async () => {
  const { body: vendor } = await site.asEditor('GET', '/api/vendors/made-up');
  const draft = await site.asEditor('PUT', `/api/vendors/${vendor.id}/draft`, {
    ownership: 'Secret owner',
  });
  const { body: hidden } = await site.asEditor('GET', '/api/vendors/secret-vendor');
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await site.asEditor('POST', `/api/vendors/${hidden.id}/schedule`, {
    publishAt,
  });
  const preview = await site.asEditor('POST', `/api/vendors/${hidden.id}/preview-links`);
  for (const { status } of [draft, scheduled, preview]) expect(status).toBeLessThan(300);
  for (const read of Object.values(READERS)) {
    expect(Object.keys(await read('made-up'))).not.toContain('secret-feature');
  }
  const twins = ['/vendors/made-up', '/vendors', '/features', '/features/made-up-feature'];
  const files = ['/data/vendors.csv', '/data/coverage.json', '/llms.txt'];
  const texts = await Promise.all([
    ...twins.map(site.readTwin),
    ...files.map(async (path) => (await site.api.request(path)).text()),
  ]);
  const told = [
    await callTool('get_vendor', { vendor: 'made-up' }),
    await callTool('search', { query: 'secret' }),
  ];
  for (const text of [...texts, JSON.stringify(told)])
    expect(text).not.toMatch(/Secret (?:feature|vendor|finding|owner)/);
  expect(await site.readTwin('/vendors/secret-vendor')).toBeUndefined();
  expect(await site.readTwin('/features/secret-feature')).toBeUndefined();
}, 240_000);
