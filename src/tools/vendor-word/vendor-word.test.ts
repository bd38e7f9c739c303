import { sql } from 'drizzle-orm';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOldJob } from '#app/boot/forget-old.server.ts';
import { createTwinReader } from '#app/twins/twins.server.ts';
import { siteSettings } from '#platform/env.server.ts';
import { startVendorDesk, type VendorDesk } from '#testing/vendor-desk.ts';

const TODAY = new Date().toISOString().slice(0, 10);

interface Row {
  feature: { slug: string; name: string };
  cells: unknown[];
  stated?: unknown[];
}

let desk: VendorDesk;
/** Two features of which no page says anything about Addepar, and one that is documented. */
let open: string;
let other: string;
let documented: string;

const rowsOf = async (vendor = 'addepar'): Promise<Row[]> => {
  const { body } = await desk.call('GET', `/api/vendors/${vendor}/coverage`);
  return body.flatMap(({ rows }: { rows: Row[] }) => rows);
};
const rowOf = async (slug: string, vendor?: string) =>
  (await rowsOf(vendor)).find(({ feature }) => feature.slug === slug);

beforeAll(async () => {
  desk = await startVendorDesk();
  const rows = await rowsOf();
  [open = '', other = ''] = rows
    .filter(({ cells }) => cells[0] === null)
    .map(({ feature }) => feature.slug);
  documented = rows.find(({ cells }) => cells[0] !== null)?.feature.slug ?? '';
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

/** Answers for Addepar, or another vendor, as somebody at its domain. */
const state = async (fields: Record<string, string>, email?: string, vendor?: string) => {
  const sent = await desk.answer(await desk.open(email, vendor), fields);
  expect(sent.status).toBe(303);
  return desk.waiting();
};

const yes = (slug: string, text = '', url = '') => ({
  [`level-${slug}`]: 'documented',
  [`text-${slug}`]: text,
  [`url-${slug}`]: url,
});

const STATED = {
  level: 'documented',
  says: 'The vendor states that it does',
  text: 'It does so since 2019.',
  url: 'https://docs.addepar.com/page',
  domain: 'addepar.com',
  statedOn: TODAY,
};

const showOne = async (slug = open) => {
  const [word] = await state(yes(slug, STATED.text, STATED.url));
  expect((await desk.decide(word.id, { decision: 'show' })).status).toBe(200);
  return word.id;
};

describe('answering', () => {
  it('waits for the desk, with the address and the page that documents it, and is public nowhere', async () => {
    const [word, ...more] = await state({
      ...yes(open, '  It does\r\nso since 2019. ', 'docs.addepar.com/page'),
      [`level-${other}`]: '',
      [`text-${other}`]: '',
      [`url-${other}`]: '',
    });
    expect(more).toEqual([]);
    expect(word).toMatchObject({
      vendor: { slug: 'addepar', name: 'Addepar' },
      feature: { slug: open },
      level: 'documented',
      text: 'It does so since 2019.',
      documentedAt: 'https://docs.addepar.com/page',
      domain: 'addepar.com',
      email: 'ann@addepar.com',
      statedOn: TODAY,
      state: 'pending',
    });
    const everywhere = await Promise.all(
      [
        '/api/vendors/addepar',
        '/api/vendors/addepar/coverage',
        `/api/features/${open}/coverage`,
        `/api/coverage-matrix?feature=${open}&vendor=addepar`,
        '/api/decision-data',
        `/api/needs?features=${open}&stated=true`,
        '/data/statements.json',
      ].map(async (path) => (await desk.get(path)).text()),
    );
    expect(everywhere.join()).not.toContain('since 2019');
  });

  it('shows each category as a form of its own, filled in with what was said', async () => {
    const cookie = await desk.open();
    const sent = await desk.answer(cookie, yes(open, 'Said once.'));
    expect(sent.headers.get('location')).toBe('/vendor-word/answers?saved=1');
    const page = await (await desk.get('/vendor-word/answers?saved=1', { cookie })).text();
    const { document } = parseHTML(page);
    const field = (name: string) => document.querySelector(`[name="${name}-${open}"]`);
    expect(page).toContain('One answer waits for an editor.');
    expect(page).not.toContain('<script');
    expect(field('level')?.querySelector('option[selected]')?.getAttribute('value')).toBe(
      'documented',
    );
    expect(field('text')?.textContent?.trim()).toBe('Said once.');
    expect(document.querySelectorAll('form').length).toBeGreaterThan(5);
    const again = await desk.answer(cookie, yes(open, 'Said once.'));
    expect(again.headers.get('location')).toBe('/vendor-word/answers?saved=0');
    expect(await desk.waiting()).toHaveLength(1);
  });

  it('is refused field by field, with everything that was typed', async () => {
    const cookie = await desk.open();
    const sent = await desk.answer(cookie, {
      ...yes(open, '<b>x</b>'.repeat(40), 'javascript:alert(1)'),
      [`level-${other}`]: '',
      [`text-${other}`]: 'No choice',
      [`url-${other}`]: '',
    });
    expect(sent.status).toBe(400);
    const page = await sent.text();
    const { document } = parseHTML(page);
    const problemOf = (name: string) => document.querySelector(`#${name}-problem`)?.textContent;
    expect(problemOf(`text-${open}`)).toBe('At most 300 characters');
    expect(problemOf(`url-${open}`)).toBe('Use an address that begins with https://');
    expect(problemOf(`text-${other}`)).toBe('Choose what you state, or leave this empty');
    expect(page).not.toContain('<b>x');
    expect(document.querySelector(`[name="url-${open}"]`)?.getAttribute('value')).toBe(
      'javascript:alert(1)',
    );
    const long = await desk.answer(cookie, { reply: 'x'.repeat(601) });
    expect([long.status, (await long.text()).includes('At most 600 characters')]).toEqual([
      400,
      true,
    ]);
    expect((await desk.answer(cookie, { [`level-${open}`]: 'best of all' })).status).toBe(400);
    expect(await desk.waiting()).toEqual([]);
    expect((await desk.answer(cookie, { reply: 'x'.repeat(140_000) })).status).toBe(413);
  });

  it('speaks for the vendor of the link alone, whatever the form says', async () => {
    const cookie = await desk.open();
    await desk.answer(cookie, { ...yes(open), vendor: 'altoo', vendorId: '2' });
    expect(
      (await desk.waiting()).map(({ vendor }: { vendor: { slug: string } }) => vendor.slug),
    ).toEqual(['addepar']);
    expect((await desk.answer('', yes(open))).status).toBe(400);
    const refused = await desk.send('/vendor-word/answers', yes(open), {
      cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(refused.status).toBe(403);
  });
});

describe('the desk', () => {
  it('is closed to strangers, lists for editors and decides for publishers', async () => {
    const [word] = await state(yes(open));
    const path = `/api/vendor-words/${word.id}/decide`;
    const show = { decision: 'show' };
    const cookie = await desk.signIn('eve@example.com', 'editor');
    expect((await desk.call('POST', path, show)).status).toBe(401);
    expect((await desk.call('GET', '/api/vendor-words')).status).toBe(401);
    expect((await desk.call('POST', path, show, { cookie })).status).toBe(403);
    expect((await desk.call('GET', '/api/vendor-words', undefined, { cookie })).status).toBe(200);
    expect((await rowOf(open))?.stated).toBeUndefined();
  });

  it('refuses with a reason only, and can withdraw what it showed', async () => {
    const id = await showOne();
    const bare = await desk.decide(id, { decision: 'refuse' });
    expect([bare.status, bare.body.fields]).toEqual([400, { reason: 'Say why' }]);
    expect(
      (await desk.decide(id, { decision: 'refuse', reason: 'Of another product' })).status,
    ).toBe(200);
    expect((await rowOf(open))?.stated).toBeUndefined();
    const { body } = await desk.asEditor('GET', '/api/vendor-words?state=refused');
    expect(body.items[0]).toMatchObject({
      state: 'refused',
      reason: 'Of another product',
      decidedBy: 'editor@example.com',
    });
    expect(body.counts).toEqual({ pending: 0, shown: 0, refused: 1 });
    expect((await desk.decide(99_999, { decision: 'show' })).status).toBe(404);
  });

  it('shows a new answer in place of the one before, which stays until then', async () => {
    await showOne();
    const [word] = await state({ ...yes(open, 'Better words.') }, 'bob@addepar.com');
    expect((await rowOf(open))?.stated).toMatchObject([{ text: STATED.text }]);
    await desk.decide(word.id, { decision: 'show' });
    expect((await rowOf(open))?.stated).toMatchObject([{ text: 'Better words.' }]);
    const { body } = await desk.asEditor('GET', '/api/vendor-words?state=shown');
    expect(body.total).toBe(1);
  });

  it('loses at once what the vendor takes back', async () => {
    await showOne();
    await state(
      { [`level-${open}`]: '', [`text-${open}`]: '', [`url-${open}`]: '' },
      'bob@addepar.com',
    );
    expect((await rowOf(open))?.stated).toBeUndefined();
  });

  it('tells in the activity who decided what', async () => {
    await showOne();
    const { body } = await desk.asEditor('GET', '/api/activity?limit=2');
    const items = body.items ?? body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'vendor word shown',
      'vendor word received',
    ]);
  });
});

describe('what is shown', () => {
  it('stands beside the cell on the profile, the feature, the matrix and the comparison', async () => {
    const before = await desk.call('GET', `/api/features/${open}/coverage`);
    await showOne();
    const { totals, notConfirmed, stated } = (
      await desk.call('GET', `/api/features/${open}/coverage`)
    ).body;
    expect(await rowOf(open)).toMatchObject({ cells: [null], stated: [STATED] });
    expect(stated).toEqual({
      total: 1,
      vendors: [{ vendor: { slug: 'addepar', name: 'Addepar' }, stated: STATED }],
    });
    expect([totals, notConfirmed]).toEqual([before.body.totals, before.body.notConfirmed]);
    const matrix = await desk.call('GET', `/api/coverage-matrix?feature=${open}&vendor=addepar`);
    expect(matrix.body.rows[0]).toMatchObject({ cells: [null], stated: [STATED] });
    const pair = await desk.call('GET', '/api/compare/addepar-vs-altoo?view=page');
    const row = pair.body.coverage
      .flatMap(({ rows }: { rows: Row[] }) => rows)
      .find(({ feature }: Row) => feature.slug === open);
    expect(row.stated).toEqual([STATED, null]);
  });

  it('is told in the twins, in files and by CSV, with its domain and day', async () => {
    await showOne();
    const told = `The vendor states that it does (addepar.com, ${TODAY}, https://docs.addepar.com/page): It does so since 2019.`;
    const file = await (await desk.get('/data/statements.csv')).text();
    expect(file).toBe(
      `vendor,feature,level,text,url,domain,statedOn\r\naddepar,${open},documented,It does so since 2019.,https://docs.addepar.com/page,addepar.com,${TODAY}\r\n`,
    );
    expect((await desk.call('GET', '/api/data')).body.rows.statements).toBe(1);
    for (const path of [
      `/api/needs.csv?features=${open}`,
      '/api/comparison.csv?of=addepar-vs-altoo',
    ]) {
      expect(await (await desk.get(path)).text()).toContain(told);
    }
    const readTwin = createTwinReader(
      async (path) => desk.api.request(path),
      siteSettings(desk.settings),
    );
    for (const path of [
      '/vendors/addepar',
      `/features/${open}`,
      `/features/matrix?f=${open}&v=addepar`,
      '/compare/addepar-vs-altoo',
      `/needs?f=${open}`,
    ]) {
      expect([path, (await readTwin(path))?.includes('The vendor states that it does')]).toEqual([
        path,
        true,
      ]);
    }
  });

  it('counts as evidence nowhere: it is not in the coverage, the filter, or the file of it', async () => {
    const read = async () => ({
      cells: (await (await desk.get('/data/coverage.json')).text()).length,
      filtered: (await desk.call('GET', `/api/vendors?feature=${open}&partly=true`)).headers.get(
        'x-total-count',
      ),
      listed: (await desk.call('GET', `/api/coverage?vendor=addepar&feature=${open}`)).body,
      alternatives: (await desk.call('GET', '/api/vendors/addepar/alternatives')).body,
      order: (await desk.call('GET', `/api/needs?features=${open}`)).body.vendors.map(
        ({ vendor }: { vendor: { slug: string } }) => vendor.slug,
      ),
    });
    const before = await read();
    await showOne();
    expect(await read()).toEqual(before);
  });

  it('is a reply on the profile, in the vendor’s own words', async () => {
    const [word] = await state({ reply: 'We changed our\r\nprices in May.' });
    expect(word).toMatchObject({ feature: null, level: null });
    const reply = async () => (await desk.call('GET', '/api/vendors/addepar')).body.reply;
    expect(await reply()).toBeNull();
    await desk.decide(word.id, { decision: 'show' });
    expect(await reply()).toEqual({
      text: 'We changed our prices in May.',
      domain: 'addepar.com',
      statedOn: TODAY,
    });
  });
});

describe('counting what vendors state', () => {
  const rankOf = async (query: string, vendor = 'addepar') => {
    const { body } = await desk.call('GET', `/api/needs?${query}`);
    return body.vendors.find((one: { vendor: { slug: string } }) => one.vendor.slug === vendor);
  };

  it('moves a vendor up by one point where a visitor asks for it, and meets no must-have', async () => {
    const query = `features=${open}&musts=${open}`;
    const before = await rankOf(query);
    await showOne();
    expect(await rankOf(query)).toEqual({ ...before, stated: [STATED] });
    const counted = await rankOf(`${query}&stated=true`);
    expect(counted).toMatchObject({ mustsDocumented: 0, documented: 0, notConfirmed: 1 });
    expect(counted.rank).toBeLessThan(before.rank);
  });

  it('counts nothing where a page has spoken already, and nothing for a no', async () => {
    const before = await rankOf(`features=${documented},${other}&stated=true`);
    await showOne(documented);
    const [word] = await state({ [`level-${other}`]: 'absent' }, 'bob@addepar.com');
    await desk.decide(word.id, { decision: 'show' });
    const after = await rankOf(`features=${documented},${other}&stated=true`);
    expect([after.rank, after.documented]).toEqual([before.rank, before.documented]);
  });
});

it('deletes the address 90 days after the decision, and refused words with it', async () => {
  const id = await showOne();
  const [word] = await state(yes(other), 'bob@addepar.com');
  await desk.decide(word.id, { decision: 'refuse', reason: 'No' });
  const emails = async () =>
    (await desk.db.execute(sql`select email from vendor_links order by email`)).rows.map(
      ({ email }) => email,
    );
  const age = (days: number) =>
    desk.db.execute(
      sql`update vendor_words set decided_at = now() - make_interval(days => ${days})`,
    );
  await desk.db.execute(
    sql`update vendor_links set expires_at = now() - interval '1 day', session_until = now() - interval '1 day'`,
  );
  await age(89);
  await forgetOldJob(desk.db).run();
  expect(await emails()).toEqual(['ann@addepar.com', 'bob@addepar.com']);
  await age(91);
  await forgetOldJob(desk.db).run();
  expect(await emails()).toEqual([]);
  const { rows } = await desk.db.execute(sql`select id, state, link_id from vendor_words`);
  expect(rows).toEqual([{ id, state: 'shown', link_id: null }]);
  expect((await rowOf(open))?.stated).toEqual([STATED]);
});

it('deletes the address 90 days after the vendor or the feature that a word waits for was deleted', async () => {
  const bodyOf = async (path: string) => (await desk.asEditor('GET', path)).body;
  const made = { name: 'Ended', slug: 'ended', website: 'https://ended.example' };
  const { body: ended } = await desk.asEditor('POST', '/api/vendors', made);
  const { body: feature } = await desk.asEditor('POST', '/api/features', {
    name: 'Ended too',
    slug: 'ended-too',
  });
  await state(yes(open), 'cleo@ended.example', 'ended');
  await state(yes(feature.slug), 'bob@addepar.com');
  await state(yes(open));
  await desk.db.execute(
    sql`update vendor_links set expires_at = now() - interval '1 day', session_until = now() - interval '1 day'`,
  );
  expect((await desk.asEditor('DELETE', `/api/vendors/${ended.id}`)).status).toBe(200);
  expect((await desk.asEditor('DELETE', `/api/features/${feature.id}`)).status).toBe(200);
  expect((await bodyOf('/api/vendor-words')).total).toBe(1);
  const left = async (days: number) => {
    await desk.db.execute(
      sql`update revisions set created_at = now() - make_interval(days => ${days}) where title like 'Ended%'`,
    );
    await forgetOldJob(desk.db).run();
    const { rows } = await desk.db.execute(sql`select email from vendor_links order by email`);
    return rows.map(({ email }) => email);
  };
  expect(await left(89)).toEqual(['ann@addepar.com', 'bob@addepar.com', 'cleo@ended.example']);
  expect(await left(91)).toEqual(['ann@addepar.com']);
});
