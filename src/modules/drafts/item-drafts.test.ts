import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

const WITH_PAGES = registry.filter(({ publicPath }) => publicPath !== undefined);
const WORD = 'zyxwaiting';

let site: TestSite;
let factory: Factories;

beforeAll(async () => {
  site = await startSite({ data: 'empty' });
  factory = createFactories(site);
});
afterAll(() => site.close());

const publicOnes = ({ visible }: Collection) => (visible ? { [visible.field]: visible.is } : {});

const create = (name: string, given: object = {}) => {
  const collection = registry.find((one) => one.name === name);
  return factory.create(name, { ...(collection ? publicOnes(collection) : {}), ...given });
};

const draftPath = (name: string, { id }: AnyItem) => `/api/${name}/${id}/draft`;

const saveDraft = (name: string, item: AnyItem, fields: object, headers = {}) =>
  site.asEditor('PUT', draftPath(name, item), fields, headers);

const publish = (name: string, item: AnyItem, query = '', headers = {}) =>
  site.asEditor('POST', `${draftPath(name, item)}/publish${query}`, undefined, headers);

describe('a draft over a live item', () => {
  it('is stored beside the item, told by whom, and goes live through the writer', async () => {
    const item = await create('glossary', { term: 'Ledger', slug: 'ledger' });
    const saved = await saveDraft('glossary', item, { term: 'Ledger, again', slug: 'ledger-2' });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      collection: 'glossary',
      itemId: item.id,
      version: 1,
      baseVersion: 1,
      title: 'Ledger, again',
      savedBy: 'editor@example.com',
      fields: { term: 'Ledger, again', slug: 'ledger-2' },
    });
    expect((await site.call('GET', '/api/glossary/ledger')).body.term).toBe('Ledger');
    const [waiting] = (await site.asEditor('GET', '/api/drafts')).body;
    expect(waiting).toMatchObject({ title: 'Ledger, again', savedBy: 'editor@example.com' });
    expect(waiting).not.toHaveProperty('fields');

    const { status, body } = await publish('glossary', item);
    expect([status, body.term, body.version, body.isPublished]).toEqual([
      200,
      'Ledger, again',
      2,
      true,
    ]);
    expect((await site.asEditor('GET', draftPath('glossary', item))).status).toBe(404);
    const moved = await site.call('GET', '/api/redirect?path=/glossary/ledger');
    expect(moved.body.toPath).toBe('/glossary/ledger-2');
    const history = await site.asEditor('GET', `/api/revisions/glossary/${item.id}`);
    expect(history.body[0].data.term).toBe('Ledger');
  });

  it('is thrown away without a trace on the item', async () => {
    const item = await create('faq', { question: 'Kept?' });
    await saveDraft('faq', item, { question: 'Gone?' });
    expect((await site.asEditor('DELETE', draftPath('faq', item))).body).toEqual({ success: true });
    expect((await site.asEditor('DELETE', draftPath('faq', item))).status).toBe(404);
    const stored = (await site.asEditor('GET', `/api/faq/${item.id}`)).body;
    expect([stored.question, stored.version]).toEqual(['Kept?', 1]);
  });

  it('is not thrown away by whoever has not seen its last save', async () => {
    const item = await create('faq', { question: 'Discarded?' });
    await saveDraft('faq', item, { question: 'Seen?' });
    await saveDraft('faq', item, { question: 'Two hours of work?' });
    const path = draftPath('faq', item);
    const refused = await site.asEditor('DELETE', path, undefined, { 'if-match': '"v1"' });
    expect([refused.status, refused.body.isDraft, refused.body.current.question]).toEqual([
      412,
      true,
      'Two hours of work?',
    ]);
    expect((await site.asEditor('GET', path)).status).toBe(200);
    const seen = await site.asEditor('DELETE', path, undefined, { 'if-match': '"v2"' });
    expect(seen.status).toBe(200);
  });

  it('takes the copy of it that waits for its time along when it is thrown away', async () => {
    const item = await create('faq', { question: 'Scheduled?' });
    await saveDraft('faq', item, { question: 'Not after all?' });
    const planned = `/api/faq/${item.id}/schedule`;
    await site.asEditor('POST', planned, { publishAt: '2030-12-03T09:00:00Z' });
    await site.asEditor('DELETE', draftPath('faq', item));
    const left = (await site.asEditor('GET', '/api/schedule')).body;
    expect(left.filter(({ itemId }: { itemId: number }) => itemId === item.id)).toEqual([]);
    const { body: lines } = await site.asEditor(
      'GET',
      `/api/activity?collection=faq&item=${item.id}`,
    );
    expect(lines[0].action).toBe('schedule cancelled');
  });

  it('stands on the live version that was looked at, and is scheduled over it', async () => {
    const item = await create('types', { title: 'Based' });
    await saveDraft('types', item, { title: 'Based anew' });
    await site.asEditor('PUT', `/api/types/${item.id}`, { description: 'Corrected live' });
    const at = { publishAt: '2030-12-03T09:00:00Z' };
    const plan = () => site.asEditor('POST', `/api/types/${item.id}/schedule`, at);
    const refused = await plan();
    expect([refused.status, refused.body.current.description]).toEqual([412, 'Corrected live']);
    const path = draftPath('types', item);
    const stale = await site.asEditor('PUT', `${path}?baseVersion=1`, { title: 'Based anew' });
    expect([stale.status, stale.body.isDraft]).toEqual([412, undefined]);
    const merged = { title: 'Based anew', description: 'Corrected live' };
    const based = await site.asEditor('PUT', `${path}?baseVersion=2`, merged);
    expect([based.status, based.body.baseVersion]).toEqual([200, 2]);
    expect((await plan()).status).toBe(200);
  });

  it('never overwrites a live text that changed after it, unless that was seen', async () => {
    const item = await create('types', { title: 'One' });
    await saveDraft('types', item, { title: 'One by the draft' });
    await site.asEditor('PUT', `/api/types/${item.id}`, { description: 'Corrected live' });
    const refused = await publish('types', item);
    expect([refused.status, refused.body.current.description]).toEqual([412, 'Corrected live']);
    expect((await site.asEditor('GET', draftPath('types', item))).status).toBe(200);
    const seen = await publish('types', item, '', { 'if-match': '"v2"' });
    expect([seen.status, seen.body.title, seen.body.description]).toEqual([
      200,
      'One by the draft',
      'Corrected live',
    ]);
  });

  it('shows the second of two editors the draft of the first', async () => {
    const item = await create('services', { title: 'Bookkeeping' });
    const first = await saveDraft('services', item, { title: 'First' }, { 'if-match': '"v1"' });
    expect(first.status).toBe(200);
    const again = await saveDraft('services', item, { title: 'More' }, { 'if-match': '"v1"' });
    expect([again.status, again.body.version]).toEqual([200, 2]);
    const second = await saveDraft('services', item, { title: 'Second' }, { 'if-match': '"v1"' });
    expect([second.status, second.body.current.title, second.body.current.version]).toEqual([
      412,
      'More',
      2,
    ]);
    expect((await publish('services', item, '?draftVersion=1')).status).toBe(412);
    expect((await publish('services', item, '?draftVersion=2')).body.title).toBe('More');
  });

  it("shows a colleague's first draft to whoever wrote theirs over the item alone", async () => {
    const item = await create('services', { title: 'Payroll' });
    const path = `${draftPath('services', item)}?draftVersion=0`;
    const put = (title: string) => site.asEditor('PUT', path, { title }, { 'if-match': '"v1"' });
    expect((await put('Two hours of work')).status).toBe(200);
    const second = await put('Written blind');
    expect([second.status, second.body.isDraft, second.body.current.title]).toEqual([
      412,
      true,
      'Two hours of work',
    ]);
    expect(
      (await saveDraft('services', item, { title: 'Seen' }, { 'if-match': '"v1"' })).body.version,
    ).toBe(2);
  });

  it('an item that never was public goes out as it was seen, or not at all', async () => {
    const item = await factory.create('services', { title: 'Seen', isPublished: false });
    const seen = { 'if-match': '"v1"' };
    await site.asEditor('PUT', `/api/services/${item.id}`, { title: 'Changed meanwhile' });
    expect((await publish('services', item, '?draftVersion=0', seen)).status).toBe(412);
    const drafted = await factory.create('services', { title: 'Seen too', isPublished: false });
    await saveDraft('services', drafted, { title: 'A draft meanwhile' });
    expect((await publish('services', drafted, '?draftVersion=0', seen)).status).toBe(412);
    const other = await factory.create('services', { title: 'As it is', isPublished: false });
    expect((await publish('services', other, '?draftVersion=0', seen)).body.isPublished).toBe(true);
    const gone = await factory.create('services', { title: 'Its draft went', isPublished: false });
    expect((await publish('services', gone, '?draftVersion=1')).status).toBe(412);
  });

  it('meets the same guards as every other change when it is published', async () => {
    const taken = await create('faq', { slug: 'taken-by-another' });
    const item = await create('faq', { slug: 'mine' });
    expect((await saveDraft('faq', item, { question: '' })).status).toBe(400);
    await saveDraft('faq', item, { slug: taken.slug });
    const refused = await publish('faq', item);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['slug']]);
    const text = `${'The custodian feed was late again and nobody had noticed it. '.repeat(12)}`;
    const article = await create('news', {
      title: 'From a feed',
      slug: 'from-a-feed',
      originalGuid: 'guid-1',
      originalUrl: 'https://example.com/a',
      originalContent: text,
      rewrittenContent: 'Our own words on a late feed, which share nothing with the source.',
    });
    await saveDraft('news', article, { rewrittenContent: text });
    const tooClose = await publish('news', article);
    expect([tooClose.status, tooClose.body.tooClose]).toEqual([409, true]);
    expect((await publish('news', article, '?confirm=true')).status).toBe(200);
  });

  it('goes to the trash with its item, comes back with it, and ends with it', async () => {
    const item = await create('faq', { question: 'Thrown away?' });
    await saveDraft('faq', item, { question: 'Thrown away, drafted?' });
    const titles = async () =>
      (await site.asEditor('GET', '/api/drafts')).body.map((one: { title: string }) => one.title);
    await site.asEditor('DELETE', `/api/faq/${item.id}`);
    expect(await titles()).not.toContain('Thrown away, drafted?');
    expect((await site.asEditor('GET', draftPath('faq', item))).status).toBe(404);
    const [entry] = (await site.asEditor('GET', '/api/trash')).body;
    await site.asEditor('POST', `/api/trash/${entry.id}/restore`);
    expect(await titles()).toContain('Thrown away, drafted?');
    const draft = await site.asEditor('GET', draftPath('faq', item));
    expect(draft.body.fields.question).toBe('Thrown away, drafted?');
    await site.asEditor('DELETE', `/api/faq/${item.id}`);
    const [last] = (await site.asEditor('GET', '/api/trash')).body;
    await site.asEditor('DELETE', `/api/trash/${last.id}`);
    const { rows } = await site.connection.pool.query(
      'select count(*)::int as count from item_drafts where collection = $1 and item_id = $2',
      ['faq', item.id],
    );
    expect(rows[0].count).toBe(0);
  });
});

describe('no public read can name a draft over a live item', () => {
  const items = new Map<string, AnyItem>();

  const textFields = ({ fields }: Collection) =>
    Object.entries(fields).filter(
      ([, field]) => ['text', 'markdown'].includes(field.kind) && !field.server && !field.pattern,
    );

  beforeAll(async () => {
    for (const collection of WITH_PAGES) {
      const { name } = collection;
      const item = await create(name);
      items.set(name, item);
      const planted = textFields(collection).map(([key]) => [key, `${WORD} ${key}`]);
      const saved = await saveDraft(name, item, Object.fromEntries(planted));
      expect([name, saved.status]).toEqual([name, 200]);
    }
  });

  it('in lists, items, searches, feed, sitemap, related items and data', async () => {
    const paths = [
      ...WITH_PAGES.flatMap(({ name }) => [
        `/api/${name}`,
        `/api/${name}?view=card`,
        `/api/${name}?q=${WORD}`,
        `/api/${name}/${items.get(name)?.slug}`,
      ]),
      ...['/sitemap.xml', '/feed.xml', '/llms.txt', '/api/vendor-facets', '/api/footer-pages'],
    ];
    for (const path of paths) {
      const response = await site.api.request(path);
      // Some lists are for editors alone.
      expect([200, 401], path).toContain(response.status);
      expect([path, (await response.text()).includes(WORD)]).toEqual([path, false]);
    }
  });

  it('in pages, to an anonymous visitor and to an editor alike', async () => {
    const lists = WITH_PAGES.map(({ publicPath }) => publicPath ?? '').filter(
      (path) => path !== '' && path !== '/comparisons',
    );
    const own = WITH_PAGES.map(({ name, publicPath }) => `${publicPath}/${items.get(name)?.slug}`);
    for (const path of ['/', '/compare', ...lists, ...own]) {
      for (const as of [{}, { cookie: site.cookie }]) {
        const { status, html } = await site.get(path, as);
        expect([path, status, html.includes(WORD)]).toEqual([path, 200, false]);
      }
    }
  });
});
