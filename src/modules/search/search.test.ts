import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

interface Hit {
  title: string;
  path: string;
  text: string;
  date: string;
}

interface Group {
  kind: string;
  label: { one: string; many: string };
  total: number;
  items: Hit[];
}

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const search = async (q: string, more = '') => {
  const { status, body } = await app.call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return body as {
    words: string[];
    corrected: string | null;
    isFound: boolean;
    total: number;
    best: (Hit & { missing: string[] })[];
    groups: Group[];
  };
};
const titlesOf = (groups: Group[]) =>
  groups.flatMap(({ items }) => items.map(({ title }) => title));
const titles = async (q: string, more = '') => titlesOf((await search(q, more)).groups);
const suggest = async (q: string) => {
  const { body } = await app.call('GET', `/api/search/suggestions?q=${encodeURIComponent(q)}`);
  return body as {
    corrected: string | null;
    items: { title: string; path: string; kind: string }[];
  };
};
describe('what is found', () => {
  it('an item is found as soon as it is published, and gone at the next request when it is not', async () => {
    const vendor = await factory.create('vendors', { name: 'Zephyrine Ledger', slug: 'zephyrine' });
    expect(await titles('zephyrine')).toEqual(['Zephyrine Ledger']);
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { isPublished: false });
    expect(await titles('zephyrine')).toEqual([]);
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { isPublished: true, name: 'Boreas' });
    expect(await titles('zephyrine')).toEqual([]);
    expect(await titles('boreas')).toEqual(['Boreas']);
    await app.asEditor('DELETE', `/api/vendors/${vendor.id}`);
    expect(await titles('boreas')).toEqual([]);
  });

  it('a draft never is, nor is what only editors may read', async () => {
    await factory.create('faq', { question: 'A quibblix?', slug: 'quibblix', isPublished: false });
    await factory.create('news', {
      title: 'Rewritten news',
      slug: 'rewritten-news',
      originalContent: 'Only editors read of the snarkwort.',
      rewrittenContent: 'Everybody reads of the boojum.',
      status: 'published',
    });
    expect(await titles('quibblix')).toEqual([]);
    expect(await titles('snarkwort')).toEqual([]);
    expect(await titles('boojum')).toEqual(['Rewritten news']);
  });

  it('a comparison goes and comes with its vendors', async () => {
    const one = await factory.create('vendors', { name: 'Grimpold', slug: 'grimpold' });
    const two = await factory.create('vendors', { name: 'Harkness', slug: 'harkness' });
    await factory.create('comparisons', {
      title: 'Grimpold or Harkness',
      slug: 'grimpold-vs-harkness',
      vendorAId: one.id,
      vendorBId: two.id,
    });
    expect(await titles('grimpold or harkness', '&kind=comparisons')).toHaveLength(1);
    await app.asEditor('PUT', `/api/vendors/${two.id}`, { isPublished: false });
    expect(await titles('grimpold or harkness', '&kind=comparisons')).toEqual([]);
    await app.asEditor('PUT', `/api/vendors/${two.id}`, { isPublished: true });
    expect(await titles('grimpold or harkness', '&kind=comparisons')).toHaveLength(1);
  });

  it('a vendor is found by the features that are documented of it, for as long as they are', async () => {
    const vendor = await factory.create('vendors', { name: 'Ostrava', slug: 'ostrava' });
    const feature = await factory.create('features', { name: 'Kwartz bridging', slug: 'kwartz' });
    const row = await factory.create('coverage', {
      vendorId: vendor.id,
      featureId: feature.id,
      publisher: 'vendor',
      level: 'documented',
    });
    expect(await titles('kwartz')).toEqual(['Kwartz bridging', 'Ostrava']);
    await app.asEditor('PUT', `/api/features/${feature.id}`, { name: 'Quartz bridging' });
    expect(await titles('quartz')).toEqual(['Quartz bridging', 'Ostrava']);
    await app.asEditor('PUT', `/api/features/${feature.id}`, { isPublished: false });
    expect(await titles('quartz', '&exact=true')).toEqual([]);
    await app.asEditor('PUT', `/api/features/${feature.id}`, { isPublished: true });
    await app.asEditor('PUT', `/api/coverage/${row.id}`, { level: 'absent' });
    expect(await titles('quartz')).toEqual(['Quartz bridging']);
    await app.asEditor('DELETE', `/api/coverage/${row.id}`);
    expect(await titles('ostrava')).toEqual(['Ostrava']);
  });
});

describe('the order', () => {
  it('the exact name, its beginning, the title, the summary, a heading, the text', async () => {
    const made: [string, Record<string, string>][] = [
      ['services', { title: 'In a text', slug: 'o-1', content: 'Here stands wolframite once.' }],
      [
        'services',
        { title: 'In a heading', slug: 'o-2', content: '## Wolframite\n\nNothing else.' },
      ],
      ['services', { title: 'In a summary', slug: 'o-3', description: 'It mines wolframite.' }],
      ['services', { title: 'Mining wolframite well', slug: 'o-4' }],
      ['services', { title: 'Wolframite mining', slug: 'o-5' }],
      ['news', { title: 'Wolframite', slug: 'o-6', status: 'published' }],
    ];
    for (const [name, draft] of made) await factory.create(name, draft);
    expect((await suggest('wolframite')).items.map(({ title }) => title)).toEqual([
      'Wolframite',
      'Wolframite mining',
      'Mining wolframite well',
    ]);
    const { groups, total } = await search('wolframite', '&limit=3');
    expect(groups.map(({ kind, total: count, items }) => [kind, count, items.length])).toEqual([
      ['news', 1, 1],
      ['services', 5, 3],
    ]);
    expect(total).toBe(6);
    const one = await search('wolframite', '&kind=services&limit=50');
    expect(titlesOf(one.groups)).toEqual([
      'Wolframite mining',
      'Mining wolframite well',
      'In a summary',
      'In a heading',
      'In a text',
    ]);
  });

  it('PROMISE 24 twelve words are sought, however many one sign stands for', async () => {
    expect((await search('\ufdfa'.repeat(180))).words.length).toBeLessThanOrEqual(12);
    const many = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ');
    expect((await search(many)).words).toHaveLength(12);
  });

  it('a hit says its kind, its day, its address, and where the words stand', async () => {
    await factory.create('news', {
      title: 'A dated piece',
      slug: 'a-dated-piece',
      excerpt: 'What it is about.',
      rewrittenContent: `${'Something else first. '.repeat(40)}Then the xylotheque opens. ${'And more. '.repeat(60)}`,
      originalPublishedAt: '2025-03-04T10:00:00.000Z',
      status: 'published',
    });
    const { groups, words } = await search('Xylothèque');
    expect(words).toEqual(['xylotheque']);
    expect(groups[0]).toMatchObject({ kind: 'news', label: { one: 'News' }, total: 1 });
    const hit = groups[0]?.items[0];
    expect(hit).toMatchObject({ path: '/news/a-dated-piece', date: '2025-03-04T10:00:00.000Z' });
    expect(hit?.text).toMatch(/^… .*Then the xylotheque opens\. .* …$/);
    expect(hit?.text.length).toBeLessThan(230);
  });

  it('what a term is also called means the same, in both directions', async () => {
    await factory.create('glossary', {
      term: 'Gross yonder margin',
      slug: 'gross-yonder-margin',
      definition: 'A measure.',
      aliases: ['GYM'],
    });
    await factory.create('faq', { question: 'How is GYM told?', slug: 'gym', answer: 'Slowly.' });
    expect(await titles('gym')).toEqual(['Gross yonder margin', 'How is GYM told?']);
    expect(await titles('gross yonder margin')).toEqual([
      'Gross yonder margin',
      'How is GYM told?',
    ]);
  });

  it('a hit by another name is marked, and shown where that name stands', async () => {
    await factory.create('glossary', {
      term: 'Ratio of quintal yield',
      slug: 'ratio-of-quintal-yield',
      definition: 'A measure.',
      aliases: ['RQY'],
    });
    const first = 'Something of the yield first. '.repeat(40);
    const write = (slug: string, text: string) =>
      factory.create('news', {
        title: `A piece on ${slug}`,
        slug,
        excerpt: 'What it is about.',
        rewrittenContent: `${first}${text} ${'And more. '.repeat(60)}`,
        status: 'published',
      });
    await write('one', 'Then the RQY rises.');
    await write('two', 'Then the ratio of each quintal falls, and the RQY too.');
    const textOf = ({ groups }: { groups: Group[] }, slug: string) =>
      groups.flatMap(({ items }) => items).find(({ path }) => path === `/news/${slug}`)?.text;
    const long = await search('ratio quintal');
    expect(long.words).toEqual(['ratio', 'quintal']);
    const whole = await search('ratio of quintal yield');
    // Words of a question carry no weight, and are not marked.
    expect(whole.words).toEqual(['ratio', 'quintal', 'yield', 'rqy']);
    const short = await search('rqy');
    expect(short.words).toEqual(['rqy', 'ratio', 'quintal', 'yield']);
    expect(textOf(short, 'one')).toContain('Then the RQY rises.');
    // The word that was typed counts before the words of its other name.
    expect(textOf(short, 'two')).toMatch(/^… .*RQY too\./);
    await write('three', 'Then the ratio of each quintal falls.');
    expect(textOf(await search('rqy'), 'three')).toMatch(/^Something of the yield first\./);
  });

  it('among hits that are as good as each other the kind decides, not the day', async () => {
    await factory.create('vendors', { name: 'On zirconium', slug: 'vendor-zirconium' });
    await factory.create('features', { name: 'On zirconium', slug: 'feature-zirconium' });
    await factory.create('faq', { question: 'On zirconium', slug: 'faq-zirconium' });
    const kindsOf = async (q: string) => (await search(q)).groups.map(({ kind }) => kind);
    expect(await kindsOf('zirconium')).toEqual(['vendors', 'features', 'faq']);
    expect(await kindsOf('on zirconium')).toEqual(['vendors', 'features', 'faq']);
  });

  it('what has all words stands first, whatever their endings; the last may be half typed in a title', async () => {
    await factory.create('features', { name: 'Nautical reporting', slug: 'nautical-reporting' });
    await factory.create('features', { name: 'Nautical charts', slug: 'nautical-charts' });
    for (const q of ['nautical reports', 'nautical repor', 'which is the best nautical report?']) {
      const { best, isFound } = await search(q);
      expect([q, isFound, best.map(({ title, missing }) => [title, missing.length])]).toEqual([
        q,
        true,
        expect.arrayContaining([['Nautical reporting', 0]]),
      ]);
      expect(best[0]?.title).toBe('Nautical reporting');
    }
    expect(await titles('naut')).toEqual(['Nautical charts', 'Nautical reporting']);
    expect(await titles('n')).toEqual(['Nautical charts', 'Nautical reporting']);
  });
});

it('counts all that have a common word, the newest first, and still finds a page by the word that tells', async () => {
  await app.db.execute(sql`
    insert into news_articles (title, slug, original_content, status, published_on)
    select 'Kelpish ' || n, 'kelpish-' || n, 'Kelpish weed', 'published', now() - n * interval '1 minute'
    from generate_series(1, 450) n`);
  await factory.create('features', { name: 'Weed kelpish', slug: 'weed-kelpish' });
  const articlesIn = async (q: string) =>
    (await search(q)).groups.find(({ kind }) => kind === 'news');
  await expect.poll(async () => (await articlesIn('kelpish'))?.total).toBe(450);
  const whole = await articlesIn('kelpish');
  expect(whole?.items.map(({ title }) => title)).toEqual(
    [1, 2, 3, 4, 5].map((n) => `Kelpish ${n}`),
  );
  expect((await articlesIn('kelpi'))?.total).toBe(450);
  expect((await titles('kelpish 449'))[0]).toBe('Kelpish 449');
  expect((await search('kelpish weed')).best[0]?.title).toBe('Weed kelpish');
  // A word that no text has does not hide those that have the others.
  const without = await search('unheardof kelpish');
  expect([without.isFound, without.best.map(({ missing }) => missing)]).toEqual([
    false,
    [['unheardof'], ['unheardof'], ['unheardof']],
  ]);
});

describe('misspelt words', () => {
  it('are corrected by names when fewer than three texts have them, and it says so', async () => {
    await factory.create('vendors', { name: 'Addepar', slug: 'addepar' });
    const found = await search('adepar');
    expect([found.corrected, found.isFound, titlesOf(found.groups)]).toEqual([
      'addepar',
      false,
      ['Addepar'],
    ]);
    const exact = await search('adepar', '&exact=true');
    expect([exact.corrected, exact.total]).toEqual([null, 0]);
  });

  it('are corrected by what a term is also called', async () => {
    await factory.create('glossary', {
      term: 'Sorted ledger',
      slug: 'sorted-ledger',
      definition: 'A list.',
      aliases: ['Zyxomma count'],
    });
    for (const [typed, meant] of [
      ['zyxoma', 'zyxomma'],
      ['zyxoma count', 'zyxomma count'],
      // As one word it is the name itself.
      ['zyxommacount', null],
    ] as const) {
      const { corrected, groups } = await search(typed);
      expect([typed, corrected, titlesOf(groups)]).toEqual([typed, meant, ['Sorted ledger']]);
    }
  });

  it('never stand above an exact hit', async () => {
    await factory.create('faq', { question: 'Why so?', slug: 'why-so', answer: 'Adepar.' });
    const { items, corrected } = await suggest('adepar');
    expect([corrected, items.map(({ title }) => title)]).toEqual([
      'addepar',
      ['Why so?', 'Addepar'],
    ]);
    for (const slug of ['adepar-1', 'adepar-2']) {
      await factory.create('faq', { question: 'Why else?', slug, answer: 'Adepar.' });
    }
    expect((await search('adepar')).corrected).toBeNull();
  });

  it('two words that are one in a name, and one that is two, are put right', async () => {
    await factory.create('vendors', { name: 'FundTally', slug: 'fundtally' });
    await factory.create('vendors', { name: 'Payledger', slug: 'payledger' });
    await factory.create('vendors', { name: 'Estate Vantage', slug: 'estate-vantage' });
    expect((await titles('fund tally'))[0]).toBe('FundTally');
    expect((await titles('pay ledger'))[0]).toBe('Payledger');
    expect((await titles('estatevantage'))[0]).toBe('Estate Vantage');
    expect((await titles('estatevantige'))[0]).toBe('Estate Vantage');
  });

  it('a known abbreviation, alias or word of a title is never turned into another', async () => {
    await factory.create('glossary', {
      term: 'Ledger of books',
      slug: 'ledger-of-books',
      definition: 'A ledger.',
      aliases: ['IBOX'],
    });
    await factory.create('search-terms', { term: 'ABOX', targetPage: '/glossary/ledger-of-books' });
    expect((await search('abox')).corrected).toBeNull();
    expect((await titles('abox'))[0]).toBe('Ledger of books');
    // An abbreviation that nothing knows is not taken for one that is known.
    expect((await search('ebox')).corrected).toBeNull();
  });

  it('near sounds are known', async () => {
    await factory.create('vendors', { name: 'QPLIX', slug: 'qplix' });
    expect(await titles('qplicks')).toEqual(['QPLIX']);
    expect(await titles('Adapar')).toEqual(['Addepar']);
  });

  it('headings that all pages of a type have are not searched', async () => {
    await factory.create('features', {
      name: 'Tabulating',
      slug: 'tabulating',
      content: '## Gleaming looks\n\nNothing else.',
    });
    expect(await titles('gleaming', '&exact=true')).toEqual([]);
  });
});

describe('what an anonymous visitor can ask for', () => {
  it.each([
    ['q is missing', '/api/search', 400],
    ['q is too long', `/api/search?q=${'a'.repeat(201)}`, 400],
    ['the limit is too large', '/api/search?q=a&limit=51', 400],
    ['the limit is nothing', '/api/search?q=a&limit=0', 400],
    ['the kind is unknown', '/api/search?q=a&kind=users', 400],
    ['q holds a NUL', '/api/search?q=a%00b', 400],
    ['q is empty', '/api/search?q=', 200],
    ['q has no words', `/api/search?q=${encodeURIComponent(`'"&|!():*<->\\%_`)}`, 200],
    ['q looks like a query', `/api/search?q=${encodeURIComponent(`a:* & !b | 'c' <-> d`)}`, 200],
    ['q is 100 characters', `/api/search?q=${'x1y2z3w4v5'.repeat(10)}`, 200],
    ['q is in another script', `/api/search?q=${encodeURIComponent('家族 офис 👪')}`, 200],
  ])('%s', async (_, path, status) => {
    expect((await app.call('GET', path)).status).toBe(status);
  });

  it('suggestions weigh at most 4 kB, whatever the titles and addresses are', async () => {
    for (let n = 0; n < 4; n += 1) {
      await factory.create('news', {
        title: `Mastodon ${n} ${'é'.repeat(400)}`,
        slug: `mastodon-${n}-${'x'.repeat(450)}`,
        status: 'published',
      });
      await factory.create('features', {
        name: `Mastodon ${n}${'é'.repeat(100)}`,
        slug: `mast-${n}`,
      });
    }
    const response = await app.api.request('/api/search/suggestions?q=mastodon');
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000);
    expect(JSON.parse(text).items.length).toBeGreaterThanOrEqual(4);
  });

  it('what finds nothing is counted by day and words, and offered to editors until it is a term', async () => {
    await search('Unobtainium  ledgers');
    await search('unobtainium ledgers');
    await search('somebody@unobtainium.example');
    await search('unobtainium '.repeat(10));
    await suggest('unobtainium suggestions');
    const misses = async () => {
      const { body } = await app.asEditor('GET', '/api/search-misses');
      return body.filter((one: { words: string }) => one.words.includes('unobtainium'));
    };
    await expect.poll(misses).toEqual([
      {
        words: 'unobtainium ledgers',
        count: 2,
        lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
    expect((await app.call('GET', '/api/search-misses')).status).toBe(401);
    const columns = await app.db.execute(
      sql`select column_name from information_schema.columns where table_name = 'search_misses' order by 1`,
    );
    expect(columns.rows.map((row) => row.column_name)).toEqual(['count', 'day', 'words']);
    await factory.create('search-terms', { term: 'Unobtainium ledgers' });
    expect(await misses()).toEqual([]);
  });

  it('counts at most 500 different ones a day, and forgets them after 90 days', async () => {
    await app.db.execute(sql`insert into search_misses (day, words, count)
      select current_date, 'filler ' || n, 1 from generate_series(1, 500) n
      union all select current_date - 91, 'long ago', 1 on conflict do nothing`);
    await search('gadolinium');
    await search('filler 7');
    const countOf = async (words: string) => {
      const { rows } = await app.db.execute(
        sql`select count from search_misses where words = ${words}`,
      );
      return rows[0]?.count;
    };
    await expect.poll(() => countOf('filler 7')).toBe(2);
    expect(await countOf('gadolinium')).toBeUndefined();
    await app.db.execute(sql`delete from search_misses where words like 'filler %'`);
    await search('praseodymium');
    await expect.poll(() => countOf('praseodymium')).toBe(1);
    await expect.poll(() => countOf('long ago')).toBeUndefined();
  });
});
