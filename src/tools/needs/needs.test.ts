import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level, Publisher } from '#content/coverage/coverage.collection.ts';
import { strengthOf } from '#content/shared/coverage/evidence-words.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';

interface MadeCell {
  vendor: string;
  feature: string;
  level: Level;
  publisher: Publisher;
  pageDate: string | null;
}

const LEVEL_OF: readonly Level[] = ['documented', 'partial', 'absent', 'documented'];
const YEAR = new Date().getUTCFullYear();
/** Undated, too old, of a month of this year, and of the year in which the two years began. */
const DATES = [null, '2019', `${YEAR}-01`, String(YEAR - 2)];

const FEATURES = ['one', 'two', 'three', 'four'];
const VENDORS = Array.from(
  { length: 40 },
  (_, n) => `Vendor ${String.fromCharCode(65 + (n % 26))}${n}`,
);
const slugOf = (name: string) => name.toLowerCase().replace(' ', '-');

/** Few kinds of cells for many vendors, so that most of them tie with another. */
const cellsOf = (name: string, n: number): MadeCell[] =>
  FEATURES.flatMap((feature, at) => {
    const kind = (n * 7 + at * 5 + Math.floor(n / 9)) % 6;
    if (kind > 3) return [];
    const level = LEVEL_OF[kind] ?? 'partial';
    const publisher = level === 'partial' && n % 2 === 0 ? 'press' : 'vendor';
    const pageDate = DATES[(n + at) % 4] ?? null;
    return [{ vendor: slugOf(name), feature, level, publisher, pageDate }];
  });
const CELLS = VENDORS.flatMap(cellsOf);

/** The rule of the page in plain words of TypeScript, against which the SQL is held. */
const reckon = (features: readonly string[], musts: readonly string[]) => {
  const scored = VENDORS.map((name) => {
    const met = CELLS.filter(
      ({ vendor, feature, level }) =>
        vendor === slugOf(name) && features.includes(feature) && level !== 'absent',
    );
    const count = (holds: (cell: MadeCell) => boolean) => met.filter(holds).length;
    const documented = count(({ level }) => level === 'documented');
    return {
      name,
      keys: [
        count(({ level, feature }) => level === 'documented' && musts.includes(feature)),
        2 * documented + (met.length - documented),
        count(({ publisher }) => publisher === 'vendor' || publisher === 'regulator'),
        count((cell) => strengthOf(cell).age === 'dated'),
      ],
    };
  });
  const compareKeys = (a: readonly number[], b: readonly number[]) =>
    a.map((value, at) => (b[at] ?? 0) - value).find((difference) => difference !== 0) ?? 0;
  const sorted = scored.toSorted(
    (a, b) => compareKeys(a.keys, b.keys) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1),
  );
  return sorted.map(({ name, keys }) => {
    const peers = scored.filter((other) => compareKeys(other.keys, keys) === 0).length;
    const better = scored.filter((other) => compareKeys(other.keys, keys) < 0).length;
    return { name, rank: better + 1, isShared: peers > 1, musts: keys[0] };
  });
};

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
  for (const slug of FEATURES)
    await app.asEditor('POST', '/api/features', {
      name: `Feature ${slug}`,
      slug,
      category: 'Made',
    });
  for (const [n, name] of VENDORS.entries())
    await app.asEditor('POST', '/api/vendors', {
      name,
      slug: slugOf(name),
      markets: [n % 2 === 0 ? 'Even' : 'Odd'],
      categories: [n % 3 === 0 ? 'Third' : 'Other'],
    });
  await app.db.execute(sql`
    insert into coverage (vendor_id, feature_id, level, finding, url, publisher, page_date, checked_on, checked_by)
    select v.id, f.id, c.level, 'Said so', 'https://example.com/', c.publisher, c."pageDate", now(), 'Research desk'
    from jsonb_to_recordset(${JSON.stringify(CELLS)}::jsonb)
      as c(vendor text, feature text, level text, publisher text, "pageDate" text)
    join vendors v on v.slug = c.vendor join features f on f.slug = c.feature`);
});
afterAll(() => app.close());

interface Row {
  rank: number;
  isShared: boolean;
  vendor: { name: string };
  mustsDocumented: number;
}
const orderOf = (rows: Row[]) =>
  rows.map(({ rank, isShared, vendor, mustsDocumented }) => ({
    name: vendor.name,
    rank,
    isShared,
    musts: mustsDocumented,
  }));

/** The last of many vendors is made and deleted by the front door, so that they are counted anew. */
const withVendors = async (first: number, last: number, check: () => Promise<void>) => {
  await app.db.execute(sql`insert into vendors (name, slug)
    select 'Zed ' || n, 'zed-' || n from generate_series(${first}::int, ${last - 1}::int) n`);
  const made = { name: `Zed ${last}`, slug: `zed-${last}` };
  const { id } = (await app.asEditor('POST', '/api/vendors', made)).body;
  try {
    await check();
  } finally {
    await app.db.execute(sql`delete from vendors where slug like 'zed-%' and id <> ${id}`);
    await app.asEditor('DELETE', `/api/vendors/${id}`);
  }
};

const get = (query: string) => app.call('GET', `/api/needs?${query}`);

describe('the order by needs', () => {
  it('NEEDS is what the rule of the page says, ties included, for any needs and must-haves', async () => {
    const asked = [
      [['one'], []],
      [['one', 'two', 'three', 'four'], []],
      [['one', 'two', 'three', 'four'], ['three']],
      [
        ['four', 'two'],
        ['two', 'four'],
      ],
    ] as const;
    for (const [features, musts] of asked) {
      const { status, body } = await get(`features=${features.join()}&musts=${musts.join()}`);
      const expected = reckon(features, musts);
      expect([status, body.total, body.pages]).toEqual([200, 40, 1]);
      expect(orderOf(body.vendors)).toEqual(expected);
      expect(expected.some(({ isShared }) => isShared)).toBe(true);
    }
  });

  it('NEEDS counts what is documented, partly, denied and not confirmed of each, with a cell for each need', async () => {
    const { body } = await get('features=one,two,three,four');
    for (const row of body.vendors) {
      const levels = row.cells.map((cell: MadeCell | null) => cell?.level ?? 'none');
      const count = (level: string) => levels.filter((one: string) => one === level).length;
      expect([row.documented, row.partial, row.absent, row.notConfirmed]).toEqual(
        ['documented', 'partial', 'absent', 'none'].map(count),
      );
      expect(levels).toHaveLength(4);
    }
    expect(body.needs[0]).toEqual({
      slug: 'one',
      name: 'Feature one',
      category: 'Made',
      isMust: false,
      question: 'Show on screen: Feature one',
    });
  });

  it('is narrowed by market and category, and never by what a vendor lacks', async () => {
    const { body } = await get('features=one&market=Even');
    expect(body.total).toBe(20);
    const both = await get('features=one&market=Even&category=Third');
    expect(both.body.total).toBe(7);
    expect(both.body.vendors).toHaveLength(7);
  });

  it('goes on with the next page, and ends where there is none', async () => {
    await withVendors(100, 149, async () => {
      const second = await get('features=one&page=2');
      expect([second.body.total, second.body.pages, second.body.vendors.length]).toEqual([
        90, 2, 10,
      ]);
      expect(second.body.vendors.at(-1).vendor.name).toBe('Zed 149');
      const first = await get('features=one');
      const nothing = first.body.vendors.at(-1);
      expect(second.body.vendors.map(({ rank }: Row) => rank)).toEqual(
        Array(10).fill(nothing.rank),
      );
      expect((await get('features=one&page=3')).body.vendors).toEqual([]);
    });
  });

  it('shows no vendor and no feature that is not published', async () => {
    const { body: all } = await app.asEditor('GET', '/api/features?q=Feature+four');
    await app.asEditor('PUT', `/api/features/${all[0].id}`, { isPublished: false }, all[0].version);
    const closed = await get('features=one,four');
    expect([closed.status, closed.body.fields]).toEqual([
      400,
      { features: 'No such feature: four' },
    ]);
    await app.asEditor('PUT', `/api/features/${all[0].id}`, { isPublished: true });
  });
});

describe('what is asked for', () => {
  const fieldsOf = async (query: string) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    return body.fields;
  };

  it('NEEDS names unknown features, must-haves, markets and categories, each by its field', async () => {
    expect(await fieldsOf('features=one,nix&musts=nox,one')).toEqual({
      features: 'No such feature: nix',
      musts: 'No such feature: nox',
    });
    expect(await fieldsOf('features=one&market=Nowhere')).toEqual({
      market: 'No vendor has this market: Nowhere',
    });
    expect(await fieldsOf('features=one&category=Nothing')).toEqual({
      category: 'No vendor has this category: Nothing',
    });
  });

  it('NEEDS takes at most 30 needs, and at least one', async () => {
    const many = Array.from({ length: 31 }, (_, n) => `f${n}`);
    expect(await fieldsOf(`features=${many.join()}`)).toEqual({
      features: 'At most 30 needs at once',
    });
    expect(await fieldsOf(`features=one&musts=${many.slice(0, 30).join()}`)).toEqual({
      features: 'At most 30 needs at once',
    });
    expect(await fieldsOf('')).toEqual({ features: 'Name at least one feature' });
    expect(await fieldsOf('features=,,%20,')).toEqual({ features: 'Name at least one feature' });
  });

  it('takes a feature that is repeated once, and a must-have for a need', async () => {
    const { body } = await get('features=one,one,%20two%20,one&musts=three');
    expect(
      body.needs.map(({ slug, isMust }: { slug: string; isMust: boolean }) => [slug, isMust]),
    ).toEqual([
      ['one', false],
      ['two', false],
      ['three', true],
    ]);
  });

  it('answers hostile texts with a problem and no page of them', async () => {
    for (const query of [
      `features=${'a'.repeat(7000)}`,
      "features=one'%3B%20drop%20table%20coverage--",
      'features=%3Cscript%3E',
      'features=one&page=0',
      'features=one&page=1e9',
      'features=one&features=two',
      `features=one&market=${'m'.repeat(201)}`,
      'features=one%00',
    ]) {
      const { status, body } = await get(query);
      expect([query.slice(0, 40), status]).toEqual([query.slice(0, 40), 400]);
      expect(JSON.stringify(body).length).toBeLessThan(700);
    }
  });
});

describe('the file', () => {
  it('NEEDS has a line for each vendor and need, in the same order, with the question where there is a gap', async () => {
    const response = await app.api.request('/api/needs.csv?features=one,two&musts=two');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'rank,vendor,need,must-have,level,source,publisher,page date,page age,address,checked on,quote,question',
    );
    expect(lines).toHaveLength(1 + 40 * 2);
    const names = reckon(['one', 'two'], ['two']).flatMap(({ name }) => [name, name]);
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(names);
    const gap = lines.find((line) => line.includes('not confirmed'));
    expect(gap).toMatch(/,Show on screen: Feature (one|two)$/);
    expect((await app.api.request('/api/needs.csv?features=nix')).status).toBe(400);
    const old = lines.find((line) => line.includes(',2019,'));
    expect(old).toContain(',2019,older than two years,https://example.com/,');
    expect(lines.find((line) => line.includes(',,undated,https'))).toBeDefined();
  });

  it('NEEDS has room for 20,000 lines, whatever is asked, and says at its end how many vendors are left out', async () => {
    await app.db.execute(sql`insert into features (name, slug)
      select 'More ' || n, 'more-' || n from generate_series(1, 26) n`);
    const linesOf = async (features: readonly string[]) => {
      const response = await app.api.request(`/api/needs.csv?features=${features.join()}`);
      return (await response.text()).trimEnd().split('\r\n');
    };
    const many = [...FEATURES, ...Array.from({ length: 26 }, (_, n) => `more-${n + 1}`)];
    await withVendors(1, 630, async () => {
      const few = await linesOf(['one']);
      expect([few.length, few.at(-1)]).toEqual([1 + 670, expect.stringContaining(',Zed 99,')]);
      const cut = await linesOf(many);
      expect([cut.length, cut.at(-1)]).toEqual([
        1 + 666 * 30 + 1,
        ',"Left out, for want of room: 4 more vendors"',
      ]);
    });
  });
});

describe('the starter content', () => {
  it('NEEDS of the five that our filters answered with three vendors, finds Elysys first by its evidence', async () => {
    const starter = await buildApp({ data: 'starter' });
    const features =
      'partnership-accounting,multi-currency-accounting,look-through-reporting,custodian-data-feeds,private-fund-tracking';
    const { body } = await starter.call('GET', `/api/needs?features=${features}`);
    const [first] = body.vendors;
    expect([first.rank, first.isShared, first.vendor.slug]).toEqual([1, false, 'elysys']);
    expect([first.documented, first.partial, first.notConfirmed]).toEqual([3, 1, 1]);
    const { body: vendors } = await starter.call('GET', '/api/vendors?view=card');
    expect([body.total, body.vendors.length]).toEqual([vendors.length, vendors.length]);
    await starter.close();
  });
});
