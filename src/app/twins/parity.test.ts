import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NONE_SPECIFIED, NOT_SPECIFIED } from '#content/comparisons/pages/compare-rows.tsx';
import { NOT_CONFIRMED } from '#content/shared/coverage/evidence-words.ts';
import { PROFILE_FACTS } from '#content/shared/profile-facts.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { labelOf } from '#kit/fields.ts';
import { siteSettings } from '#platform/env.server.ts';
import { readCsv } from '#platform/read-csv.server.ts';
import { typeset } from '#platform/text/typeset.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import {
  bare,
  dateOf,
  fold,
  LEVELS,
  LISTS,
  letters,
  type McpEvidence,
  MISSING,
  type Node,
  type Read,
  type Source,
  sourceIn,
  sourceOf,
  sourceOfMcp,
  urlOf,
  WORDS,
  wordsOf,
} from '#testing/twins.ts';
import { RESOURCES } from '#tools/data/data-resources.ts';
import { createTwinReader, type ReadTwin } from './twins.server.ts';

/** The level that every form of the guide gives one vendor and one feature; null is 'not confirmed'. */
type Cell = (Source & { level: string }) | null;
type Cells = Record<string, Cell>;
/** Of a vendor by its slug: cells by the slug of their feature. */
type ReadCells = (vendor: string) => Promise<Cells>;

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
    const asCell = (cell: Read & { level: string }) => ({ level: cell.level, ...sourceOf(cell) });
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
        const { level = '', rank = '', url = '', pageDate, checkedOn = '' } = row ?? {};
        const cell = { level, rank, source: url, pageDate: dateOf(pageDate), day: checkedOn };
        return [slug, row ? cell : null];
      }),
    );
  },
  'JSON file': async (vendor) => {
    const features: { slug: string }[] = await jsonOf('/data/features.json');
    const rows: (Read & Record<'vendor' | 'feature' | 'level' | 'rank', string>)[] =
      await jsonOf('/data/coverage.json');
    const own = new Map(
      rows
        .filter((row) => row.vendor === vendor)
        .map((row) => [row.feature, { level: row.level, ...sourceOf(row), rank: row.rank }]),
    );
    return Object.fromEntries(features.map(({ slug }) => [slug, own.get(slug) ?? null]));
  },
  twin: async (vendor) => {
    const rows = await rowsOf(`/vendors/${vendor}`, 'Feature');
    return Object.fromEntries(
      rows.map(([feature, ...cells]) => {
        const slug = /\/features\/([^/]+)\.md$/.exec(urlOf(feature))?.[1] ?? '';
        const [level = '', rank = '', , date, day = ''] = cells.map(wordsOf);
        if (level === NOT_CONFIRMED) return [slug, null];
        const read = { rank, source: bare(urlOf(cells[2])), pageDate: dateOf(date), day };
        return [slug, { level: LEVELS[level] ?? level, ...read }];
      }),
    );
  },
  MCP: async (vendor) => {
    const found: [string, Cell][] = [];
    let cursor: string | undefined;
    do {
      const { cells, nextCursor } = await callTool('get_evidence', { vendor, cursor });
      for (const { feature, status, evidence } of cells) {
        const isKnown = status !== 'not confirmed';
        found.push([feature.slug, isKnown ? { level: status, ...sourceOfMcp(evidence[0]) } : null]);
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
      const read = sourceIn(row.querySelector('.evidence-text'));
      return [slugOf(row.querySelector('a')), { level: LEVELS[words] ?? words, ...read }];
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
    sources: [
      {
        field: 'pricing',
        value: 'Two lines',
        url: 'https://example.com/price_(b)?c=d|e&f',
        publisher: 'press',
        pageDate: '2026-05',
        checkedOn: '2026-11-15',
      },
      {
        field: 'ownership',
        value: HOSTILE,
        url: 'https://example.org/owner',
        publisher: 'vendor',
        pageDate: '2025-12-09',
        checkedOn: '2026-11-14',
        readIn: 'live',
      },
      { field: 'pricing', value: 'Two', url: 'https://example.org/older', publisher: 'vendor' },
    ],
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

  it('has the same facts in every form, with the same sources, and says what is missing', async () => {
    const item = await jsonOf(`/api/vendors/${slug}`);
    const inCsv = (await csvOf('/data/vendors.csv')).find((one) => one.slug === slug);
    const inFile = (await jsonOf('/data/vendors.json')).find(
      (one: { slug: string }) => one.slug === slug,
    );
    const inMcp: { field: string; status: string; value: string; evidence: McpEvidence[] }[] = (
      await callTool('get_vendor', { vendor: slug })
    ).facts;
    const rows = await rowsOf(`/vendors/${slug}`, 'Fact');
    const { document, body } = await site.get(`/vendors/${slug}`);
    const html = fold(body);
    const missing = [...document.querySelectorAll('main p, aside p')]
      .map((one) => one.textContent ?? '')
      .filter((text) => text.startsWith('Not found on the pages we read: '))
      .join();
    const boxesOf = (field: string) => {
      const about = encodeURIComponent(`/vendors/${slug}#${field}`);
      const links = [...document.querySelectorAll(`a[href="/corrections/new?about=${about}"]`)];
      const boxes = links.map((link) => link.closest('.evidence-text'));
      return boxes.filter((box) => box?.querySelector('.evidence-source')).map(sourceIn);
    };
    const differing = PROFILE_FACTS.flatMap((name) => {
      const label = labelOf(name, vendors.fields[name]);
      const own = rows.filter(([first]) => wordsOf(first ?? { type: '' }) === label);
      const parts: string[] = [item[name] ?? []].flat().filter(Boolean);
      const value = parts.join('; ');
      const sources: Source[] = item.sources
        .filter((one: { field: string; url: string }) => one.field === name && one.url)
        .map(sourceOf);
      const said: Record<string, unknown> = {
        twin: wordsOf(own[0]?.[1] ?? { type: '' }),
        sourcesInTwin: own
          .filter((cells) => urlOf(cells[3]))
          .map(([, , rank = { type: '' }, source, date = { type: '' }, day = { type: '' }]) => ({
            rank: wordsOf(rank),
            source: bare(urlOf(source)),
            pageDate: dateOf(wordsOf(date)),
            day: wordsOf(day),
          })),
      };
      const wanted: Record<string, unknown> = {
        twin: fold(value) || NOT_CONFIRMED,
        sourcesInTwin: sources,
      };
      if (RESOURCES.vendors.fields.some((field) => field.name === name)) {
        said.csv = (inCsv?.[name] ?? '').replace(/^'(?=[=+\-@])/, '');
        said.file = [inFile[name] ?? []].flat().join('; ');
        wanted.csv = value;
        wanted.file = value;
      }
      const told = inMcp.find(({ field }) => field === name);
      if (told) {
        // The year stands with the owner.
        const since = name === 'ownership' && value && item.ownershipSince;
        said.mcp = [told.status, told.value, told.evidence.map(sourceOfMcp)];
        wanted.mcp = value
          ? ['published', since ? `${value}, since ${since}` : value, sources]
          : ['not confirmed', null, []];
      }
      // Lists stand word for word on the page, and what readers read is typeset.
      said.onPage = parts.every(
        (part) => html.includes(fold(part)) || html.includes(fold(typeset(part))),
      );
      wanted.onPage = true;
      const words = MISSING[name];
      if (words) {
        said.missing = missing.includes(words);
        wanted.missing = value === '';
      }
      if (value !== '' && (words || LISTS.includes(name))) {
        said.html = boxesOf(name);
        wanted.html = sources;
      }
      return isDeepStrictEqual(said, wanted) ? [] : [{ name, said, wanted }];
    });
    expect(differing).toEqual([]);
    expect(inMcp.some(({ status }) => status === 'not confirmed')).toBe(true);
  });
});

/** A row of a comparison, of a fact or a feature: per vendor a value, null where it is not known, and its sources. */
type Compared = Record<string, { value: string | null; sources: Source[] }[]>;
const FACT_GROUPS = ['Company Overview', 'Requirements & Pricing', 'Core Features'];

const COMPARISONS: Record<string, (vendors: readonly string[]) => Promise<Compared>> = {
  JSON: async (slugs) => {
    const side = await jsonOf(`/api/compare/${slugs.join('-vs-')}`);
    const facts = side.comparisonMatrix.flatMap(({ items }: { items: never[] }) => items);
    const columns = ['vendorA', 'vendorB', 'vendorC'];
    const found: Compared = {};
    for (const row of facts) {
      const { sources } = side.sources.find((one: { label: string }) => one.label === row.label);
      found[`fact ${row.label}`] = columns.map((column, at) => {
        const value = fold([row[column] ?? []].flat().join('; ')) || null;
        return { value, sources: value ? sources[at].map(sourceOf) : [] };
      });
    }
    for (const { rows } of side.coverage)
      for (const { feature, cells } of rows)
        found[`feature ${fold(feature.name)}`] = cells.map(
          (cell: (Read & { level: string }) | null) => ({
            value: cell?.level ?? null,
            sources: cell ? [sourceOf(cell)] : [],
          }),
        );
    return found;
  },
  twin: async (slugs) => {
    const rows = await rowsOf(`/compare/${slugs.join('-vs-')}`, '');
    const sourcesIn = ({ children = [] }: Node): Source[] =>
      children.flatMap((link, at) => {
        if (link.type !== 'link') return [];
        const [, rank = ''] =
          /((?:first|second) hand), $/.exec(children[at - 1]?.value ?? '') ?? [];
        const after = children[at + 1]?.value ?? '';
        const [, date, day = ''] =
          /^, ([^,:)]+)(?:, checked on (\d{4}-\d\d-\d\d))?/.exec(after) ?? [];
        return [{ rank, source: bare(link.url ?? ''), pageDate: dateOf(date), day }];
      });
    return Object.fromEntries(
      rows.map(([name = { type: '' }, ...cells]) => {
        const isFeature = urlOf(name) !== '';
        const read = cells.map((cell) => {
          const links = (cell.children ?? []).findIndex(({ type }) => type === 'link');
          const before = (cell.children ?? []).slice(0, links < 0 ? undefined : links);
          const words = before
            .map(wordsOf)
            .join('')
            .replace(/,? \(?(?:(?:(?:first|second) hand, )?|no source on record\))$/, '');
          const value = isFeature ? (LEVELS[words] ?? words) : words;
          return { value: words === NOT_CONFIRMED ? null : value, sources: sourcesIn(cell) };
        });
        return [`${isFeature ? 'feature' : 'fact'} ${wordsOf(name)}`, read];
      }),
    );
  },
  MCP: async (slugs) => {
    const found: Compared = {};
    let cursor: string | undefined;
    do {
      const page = await callTool('compare_vendors', { vendors: slugs, cursor });
      for (const { group, name, cells } of page.rows) {
        const isFact = FACT_GROUPS.includes(group);
        found[`${isFact ? 'fact' : 'feature'} ${fold(name)}`] = cells.map(
          (cell: { status: string; value: string; evidence: McpEvidence[] }) => ({
            value: cell.status === 'not confirmed' ? null : isFact ? fold(cell.value) : cell.status,
            sources: cell.evidence.map(sourceOfMcp),
          }),
        );
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found;
  },
};

it('compares vendors in every form with the same values and sources', async () => {
  const slugs = [...DRAWN.slice(0, 2), 'made-up'].toSorted();
  const expected = (await COMPARISONS.JSON?.(slugs)) ?? {};
  const cells = Object.values(expected).flat();
  expect(cells.some(({ value }) => value === null)).toBe(true);
  expect(expected['fact Pricing']?.[slugs.indexOf('made-up')]?.sources).toHaveLength(2);
  for (const [name, read] of Object.entries(COMPARISONS))
    expect([name, await read(slugs)]).toEqual([name, expected]);
  const { document } = await site.get(`/compare/${slugs.join('-vs-')}`);
  const rows = [...document.querySelectorAll('tbody tr')].filter((row) => row.querySelector('td'));
  const onPage = rows.map((row): [string, Compared[string]] => {
    const name = row.querySelector('th');
    const label = fold(name?.textContent ?? '')
      .replace(/ ?\(differs\)$/, '')
      .trim();
    const key = `${name?.querySelector('a') ? 'feature' : 'fact'} ${label}`;
    const read = [...row.querySelectorAll('td')].map((cell, at) => {
      const words = (cell.querySelector('.level') ?? cell).textContent ?? '';
      const isMissing = [NOT_CONFIRMED, NOT_SPECIFIED, NONE_SPECIFIED].includes(words.trim());
      const wanted = expected[key]?.[at]?.value ?? 'nothing';
      const isSaid = wanted
        .split('; ')
        .every((part) => letters(words).includes(letters(WORDS[part] ?? part)));
      const boxes = [...cell.querySelectorAll('.evidence-text:has(.evidence-source)')].map(
        sourceIn,
      );
      return { value: isMissing ? null : isSaid ? wanted : words, sources: boxes };
    });
    return [key, read];
  });
  // Features that nobody documents are named below the table.
  const folded = [...document.querySelectorAll('.compare-folded dd a')].map(
    (link): [string, Compared[string]] => [
      `feature ${fold(link.textContent ?? '')}`,
      slugs.map(() => ({ value: null, sources: [] })),
    ],
  );
  expect(folded).not.toEqual([]);
  expect(Object.fromEntries([...onPage, ...folded])).toEqual(expected);
}, 240_000);

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
