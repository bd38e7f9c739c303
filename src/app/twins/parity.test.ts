import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { labelOf } from '#kit/fields.ts';
import { siteSettings } from '#platform/env.server.ts';
import { readCsv } from '#platform/read-csv.server.ts';
import { typeset } from '#platform/text/typeset.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { RESOURCES } from '#tools/data/data-resources.ts';
import { createTwinReader, type ReadTwin } from './twins.server.ts';

/** What every form of the guide says of one vendor and one feature; null is 'not confirmed'. */
type Cell = { level: string; rank: string; source: string; day: string } | null;
type Cells = Record<string, Cell>;
/** Of a vendor by its slug: cells by the slug of their feature. */
type ReadCells = (vendor: string) => Promise<Cells>;

const LEVELS: Record<string, string> = {
  Documented: 'documented',
  Partly: 'partial',
  'Says it does not': 'absent',
};

let site: TestSite;
let readTwin: ReadTwin;

const jsonOf = async (path: string) => (await site.api.request(path)).json();
const csvOf = async (path: string): Promise<Record<string, string>[]> => {
  const bytes = new Uint8Array(await (await site.api.request(path)).arrayBuffer());
  const lines: string[][] = [];
  for await (const line of readCsv(bytes)) lines.push(line);
  const [head = [], ...rows] = lines;
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
};

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}
const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('');
const urlOf = (node: Node | undefined): string => node?.children?.find(({ url }) => url)?.url ?? '';

/** The rows of the twin's tables whose first column is called so. */
const rowsOf = async (path: string, first: string): Promise<Node[][]> => {
  const tree: Node = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse((await readTwin(path)) ?? '');
  return (tree.children ?? [])
    .filter(({ type }) => type === 'table')
    .flatMap(({ children: [head, ...rows] = [] }) =>
      wordsOf(head?.children?.[0] ?? head ?? { type: '' }) === first
        ? rows.map((row) => row.children ?? [])
        : [],
    );
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

/** Each form by a function of its own: one more is one more line. */
const READERS: Record<string, ReadCells> = {
  JSON: async (vendor) => {
    const groups: { rows: { feature: { slug: string }; cells: never[] }[] }[] = await jsonOf(
      `/api/vendors/${vendor}/coverage`,
    );
    const asCell = (
      cell: Record<'level' | 'url' | 'checkedOn', string> & { publisher: 'vendor' },
    ) => ({
      level: cell.level,
      rank: isFirstRank(cell.publisher) ? 'first hand' : 'second hand',
      source: cell.url,
      day: cell.checkedOn.slice(0, 10),
    });
    return Object.fromEntries(
      groups
        .flatMap(({ rows }) => rows)
        .map(({ feature, cells: [cell] }) => [feature.slug, cell ? asCell(cell) : null]),
    );
  },
  CSV: async (vendor) => {
    const [features, rows] = [await csvOf('/data/features.csv'), await csvOf('/data/coverage.csv')];
    const own = new Map(
      rows.filter((row) => row.vendor === vendor).map((row) => [row.feature, row]),
    );
    return Object.fromEntries(
      features.map(({ slug = '' }) => {
        const row = own.get(slug);
        const { level = '', rank = '', url = '', checkedOn = '' } = row ?? {};
        return [slug, row ? { level, rank, source: url, day: checkedOn } : null];
      }),
    );
  },
  twin: async (vendor) => {
    const rows = await rowsOf(`/vendors/${vendor}`, 'Feature');
    return Object.fromEntries(
      rows.map(([feature, ...cells]) => {
        const slug = /\/features\/([^/]+)\.md$/.exec(urlOf(feature))?.[1] ?? '';
        const [level = '', rank = '', , , day = ''] = cells.map(wordsOf);
        if (level === 'Not confirmed') return [slug, null];
        return [slug, { level: LEVELS[level] ?? level, rank, source: urlOf(cells[2]), day }];
      }),
    );
  },
  MCP: async (vendor) => {
    const found: [string, Cell][] = [];
    let cursor: string | undefined;
    do {
      const { cells, nextCursor } = await callTool('get_evidence', { vendor, cursor });
      for (const { feature, status, evidence } of cells) {
        const [{ rank, url, checkedOn } = {}] = evidence;
        const cell = { level: status, rank, source: url, day: checkedOn };
        found.push([feature.slug, status === 'not confirmed' ? null : cell]);
      }
      cursor = nextCursor ?? undefined;
    } while (cursor);
    return Object.fromEntries(found);
  },
  HTML: async (vendor) => {
    const { document } = await site.get(`/vendors/${vendor}`);
    const part = [...document.querySelectorAll('section')].find((one) =>
      one.querySelector('#evidence'),
    );
    const slugOf = (link: Element | null) => link?.getAttribute('href')?.split('/').at(-1) ?? '';
    const rows = [...(part?.querySelectorAll('li') ?? [])].filter((row) => row.querySelector('a'));
    const cells = rows.map((row): [string, Cell] => {
      const words = row.querySelector('summary')?.textContent?.split(',')[0]?.trim() ?? '';
      const source = row.querySelector('.evidence-source');
      return [
        slugOf(row.querySelector('a')),
        {
          level: LEVELS[words] ?? words,
          rank: source?.textContent?.startsWith('First rank') ? 'first hand' : 'second hand',
          source: source?.querySelector('a')?.getAttribute('href') ?? '',
          day: source?.querySelector('time')?.getAttribute('dateTime')?.slice(0, 10) ?? '',
        },
      ];
    });
    const open = [...(part?.querySelectorAll('section > details p a') ?? [])];
    return Object.fromEntries([
      ...cells,
      ...open.map((link): [string, Cell] => [slugOf(link), null]),
    ]);
  },
};

const HOSTILE = 'Pipes | [brackets](x) <b>bold</b> `code` *stars*';

beforeAll(async () => {
  site = await startSite({ data: 'starter' });
  readTwin = createTwinReader(async (path) => site.api.request(path), siteSettings(site.settings));
  const add = async (name: string, body: object): Promise<number> =>
    (await site.asEditor('POST', `/api/${name}`, body)).body.id;
  const vendorId = await add('vendors', {
    name: HOSTILE,
    slug: 'made-up',
    description: HOSTILE,
    ownership: HOSTILE,
    pricing: 'Two\nlines | and a pipe',
    attestations: ['SOC 2 | Type II', '[ISO]'],
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
    checkedOn: '2026-11-15',
    checkedBy: 'Research desk',
  };
  await add('coverage', { ...evidence, vendorId, featureId: open });
  await add('coverage', { ...evidence, vendorId, featureId: closed, finding: 'Secret finding' });
  await add('coverage', { ...evidence, vendorId: hidden, featureId: open });
}, 120_000);
afterAll(() => site.close());

const SAMPLED = ['addepar', 'masttro', 'made-up'];

describe.each(SAMPLED)('%s', (slug) => {
  it('has the same cells in every form: level, rank, source and day', async () => {
    const [expected, ...others] = await Promise.all(
      Object.entries(READERS).map(async ([name, read]) => ({ name, cells: await read(slug) })),
    );
    expect(Object.values(expected?.cells ?? {}).filter((cell) => cell !== null)).not.toEqual([]);
    expect(Object.values(expected?.cells ?? {})).toContain(null);
    for (const { name, cells } of others) expect([name, cells]).toEqual([name, expected?.cells]);
  });

  it('has the same facts in every form', async () => {
    const item = await jsonOf(`/api/vendors/${slug}`);
    const row = (await csvOf('/data/vendors.csv')).find((one) => one.slug === slug);
    const facts = await rowsOf(`/vendors/${slug}`, 'Fact');
    const html = (await site.get(`/vendors/${slug}`)).body.replace(/\s+/g, ' ');
    const shown = facts.map(([label, value]) => [
      wordsOf(label ?? { type: '' }),
      wordsOf(value ?? { type: '' }),
    ]);
    const fold = (text: string) => text.replace(/\s+/g, ' ');
    const differing = RESOURCES.vendors.fields.flatMap(({ name, type }) => {
      const field = vendors.fields[name as 'ownership'];
      if (['slug', 'name', 'description', 'website', 'lastVerifiedAt'].includes(name)) return [];
      const value: string = type === 'list' ? item[name].join('; ') : (item[name] ?? '');
      const inCsv = (row?.[name] ?? '').replace(/^'(?=[=+\-@])/, '');
      const inTwin = shown.find(([label]) => label === labelOf(name, field))?.[1];
      const isSame = inCsv === value && inTwin === (fold(value) || 'Not confirmed');
      // Lists stand word for word on the page, and what readers read is typeset.
      const parts: string[] = type === 'list' ? item[name] : [value];
      const isOnPage = parts.every(
        (part) => html.includes(fold(part)) || html.includes(fold(typeset(part))),
      );
      return isSame && isOnPage ? [] : [[name, value, inCsv, inTwin, isOnPage]];
    });
    expect(differing).toEqual([]);
  });
});

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
  const texts = await Promise.all([
    ...['/vendors/made-up', '/vendors', '/features', '/features/made-up-feature'].map(readTwin),
    ...['/data/vendors.csv', '/data/coverage.json', '/llms.txt', '/llms-full.txt'].map(
      async (path) => (await site.api.request(path)).text(),
    ),
  ]);
  const told = [
    await callTool('get_vendor', { vendor: 'made-up' }),
    await callTool('search', { query: 'secret' }),
    await callTool('list_changes', {}),
  ];
  for (const text of [...texts, JSON.stringify(told)])
    expect(text).not.toMatch(/Secret (?:feature|vendor|finding|owner)/);
  expect(await readTwin('/vendors/secret-vendor')).toBeUndefined();
  expect(await readTwin('/features/secret-feature')).toBeUndefined();
}, 240_000);
