import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOld } from '#app/jobs/forget-old.server.ts';
import { readSealingKey, seal } from '#modules/auth/sealed.server.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';

const PAGE = '/vendors/addepar';
const SENT = { path: PAGE, text: 'The head office moved.' };

let app: TestSite;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startSite({
    data: 'starter',
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'Desk <desk@example.com>', TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

let network = 0;
/** A network of its own for each, but for tests of the limit. */
const from = (address?: string) => {
  network += 1;
  return { 'x-forwarded-for': address ?? `10.${network >> 8}.${network & 255}.7` };
};

beforeEach(async () => {
  await app.db.execute(sql`truncate corrections restart identity`);
  await app.db.execute(sql`delete from rate_limits`);
});

const report = (body: unknown, headers: Record<string, string> = from()) =>
  app.call('POST', '/api/corrections', body, headers);
const count = async () => (await app.db.execute(sql`select 1 from corrections`)).rows.length;
const list = async (query = '') => (await app.asEditor('GET', `/api/corrections${query}`)).body;
const decide = (id: number, body: unknown) =>
  app.asEditor('POST', `/api/corrections/${id}/decide`, body);
const ledger = async () => (await app.call('GET', '/api/corrections/ledger')).body;

describe('a correction by JSON', () => {
  it('is taken from anybody and kept from everybody but the desk', async () => {
    const sent = {
      path: 'http://localhost:3000/Vendors/addepar/?x=1#headquarters',
      text: 'The head office moved.\n\nIts own page says so.',
      url: 'example.org/about',
      email: 'Reader@Example.org',
    };
    const { status, body } = await report(sent);
    expect([status, body]).toEqual([202, { received: true }]);
    expect((await app.call('GET', '/api/corrections')).status).toBe(401);
    const viewer = await app.signIn('viewer@example.com', 'viewer');
    const asViewer = { cookie: viewer };
    expect((await app.call('GET', '/api/corrections', undefined, asViewer)).status).toBe(403);
    const { items, total, counts } = await list('?state=open');
    expect([total, counts.open]).toEqual([1, 1]);
    expect(items[0]).toEqual({
      id: 1,
      path: PAGE,
      part: 'headquarters',
      title: 'Addepar',
      text: sent.text,
      url: 'https://example.org/about',
      email: 'reader@example.org',
      isFromVendor: false,
      state: 'open',
      reason: null,
      mergedInto: null,
      item: null,
      isAnswered: false,
      receivedAt: expect.any(String),
      decidedAt: null,
    });
    expect(await ledger()).toEqual({
      received: 1,
      accepted: 0,
      refused: 0,
      merged: 0,
      medianDays: null,
      total: 0,
      items: [],
    });
  });

  it.each([
    ['path', { path: '/vendors/no-such-vendor' }, 'There is no such page on this site'],
    ['path', { path: '/admin' }, 'There is no such page on this site'],
    ['path', { path: 'https://elsewhere.example/' }, 'There is no such page on this site'],
    ['path', { path: '//elsewhere.example/' }, 'There is no such page on this site'],
    ['path', { path: undefined }, 'Path is required'],
    ['text', { text: '  ' }, 'Say what is wrong'],
    ['text', { text: 'x'.repeat(2001) }, 'Use at most 2000 characters'],
    ['url', { url: 'javascript:alert(1)' }, 'Give an address that begins with https:// or http://'],
    ['url', { url: '/vendors' }, 'Give an address that begins with https:// or http://'],
    ['email', { email: 'no address' }, 'Please enter a valid email address'],
    ['state', { state: 'accepted' }, 'Unknown field'],
  ])('with a wrong %s is refused by field: %j', async (field, wrong, message) => {
    const { status, body } = await report({ ...SENT, ...wrong });
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
    expect(await count()).toBe(0);
  });

  it('takes 2,000 characters of any script, and not a draft’s page', async () => {
    expect((await report({ ...SENT, text: '😀'.repeat(1000) })).status).toBe(202);
    const draft = { name: 'Hidden', slug: 'hidden', isPublished: false };
    expect((await app.asEditor('POST', '/api/vendors', draft)).status).toBe(201);
    expect((await report({ ...SENT, path: '/vendors/hidden' })).status).toBe(400);
    expect((await report({ ...SENT, text: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('is refused from another site’s page', async () => {
    const headers = { ...from(), 'sec-fetch-site': 'cross-site' };
    expect((await report(SENT, headers)).status).toBe(403);
    expect(await count()).toBe(0);
  });

  it('is taken ten times an hour from one network, and told when to come back', async () => {
    for (let at = 0; at < 10; at += 1)
      expect((await report(SENT, from(`198.51.100.${at}`))).status).toBe(202);
    const refused = await report(SENT, from('198.51.100.200'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await report(SENT, from('198.51.101.1'))).status).toBe(202);
    for (let at = 0; at < 10; at += 1) await report(SENT, from(`2001:db8:0:4${at}::1`));
    expect((await report(SENT, from('2001:db8:0:4f::9'))).status).toBe(429);
    expect((await report(SENT, from('2001:db8:0:100::9'))).status).toBe(202);
  });

  it('tells webhooks that it came, and on which page, but not what it says', async () => {
    const url = 'https://example.org/hook';
    const events = ['correction received'];
    const made = await app.asEditor('POST', '/api/webhooks', { url, events });
    await report({ ...SENT, email: 'reader@example.org' });
    const { body } = await app.asEditor('GET', `/api/webhooks/${made.body.id}/deliveries`);
    expect(body).toEqual([
      expect.objectContaining({ event: 'correction received', path: PAGE, state: 'waiting' }),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/moved|reader@/);
    await app.asEditor('DELETE', `/api/webhooks/${made.body.id}`);
  });
});

const stampOf = async (agoMs: number) =>
  seal(await readSealingKey(app.db), { opened: Date.now() - agoMs }, 86_400_000);

const openForm = async (path = '/corrections/new') => {
  const response = await app.api.request(path);
  return { response, document: parseHTML(await response.text()).document };
};

const sendForm = async (
  fields: Record<string, string>,
  headers: Record<string, string> = from(),
) => {
  const response = await app.api.request('/corrections/new', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ ...SENT, stamp: await stampOf(10_000), ...fields }).toString(),
  });
  const { document } = parseHTML((await response.text()) || '<html></html>');
  return {
    status: response.status,
    location: response.headers.get('location'),
    problems: [...document.querySelectorAll('.problem')].map((one) => one.textContent),
    isChecked: (name: string) => document.querySelector(`[name=${name}][checked]`) !== null,
    typedIn: (name: string) =>
      document.getElementById(name)?.getAttribute('value') ??
      document.getElementById(name)?.textContent?.trim(),
  };
};

describe('the form', () => {
  it('names the site and the page, is kept by no cache and found by no search engine', async () => {
    const about = encodeURIComponent(`${PAGE}#hosting"><script>`);
    const { response, document } = await openForm(`/corrections/new?about=${about}`);
    const home = document.querySelector('header a[href="/"]');
    expect([document.title, home?.textContent]).toEqual([
      'Something wrong? | Family Office Software',
      'Family Office Software',
    ]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(document.getElementById('path')?.getAttribute('value')).toBe(
      `${PAGE}#hosting"><script>`,
    );
    expect(document.querySelectorAll('script')).toHaveLength(0);
    for (const name of ['path', 'text', 'why', 'url', 'email'])
      expect(document.querySelector(`label[for=${name}]`)?.textContent).toBeTruthy();
  });

  it('is taken with its reason and says thank you at an address of its own', async () => {
    const { status, location } = await sendForm({ text: 'Wrong\r\nplace', why: 'I was there' });
    expect([status, location]).toEqual([303, '/corrections/new?sent=1']);
    expect((await list()).items[0].text).toBe('Wrong\nplace\n\nI was there');
    const { document } = await openForm('/corrections/new?sent=1');
    expect(document.querySelector('h1')?.textContent).toBe('Thank you');
  });

  it('comes back with what was typed and a sentence at each field', async () => {
    const sent = await sendForm({ path: '/nowhere', text: '<b>Odd</b>', email: 'me@example.org' });
    expect([sent.status, sent.problems]).toEqual([400, ['There is no such page on this site']]);
    expect(['path', 'text', 'email'].map(sent.typedIn)).toEqual([
      '/nowhere',
      // The parser of this test leaves the text of a textarea as the source has it.
      '&lt;b&gt;Odd&lt;/b&gt;',
      'me@example.org',
    ]);
    const twice = await sendForm({ text: '', url: 'ftp://x', email: 'nobody' });
    expect([twice.status, twice.problems]).toEqual([
      400,
      [
        'Say what is wrong',
        'Give an address that begins with https:// or http://',
        'Please enter a valid email address',
      ],
    ]);
    expect(await count()).toBe(0);
  });

  it('keeps for the desk alone that the sender works for the vendor', async () => {
    const checked = { isFromVendor: 'yes' };
    const again = await sendForm({ ...checked, text: '' });
    expect([again.status, again.isChecked('isFromVendor')]).toEqual([400, true]);
    expect((await sendForm(checked)).status).toBe(303);
    expect((await sendForm({})).status).toBe(303);
    const { items } = await list('?state=open');
    expect(items.map((one: { isFromVendor: boolean }) => one.isFromVendor)).toEqual([true, false]);
    expect((await decide(1, { decision: 'refuse', reason: 'No page says so.' })).status).toBe(200);
    expect(JSON.stringify(await ledger())).not.toContain('isFromVendor');
  });

  it('asks to be sent again when it was open too briefly, for over a day, or was made up', async () => {
    const old = seal(await readSealingKey(app.db), { opened: 0 }, -1);
    for (const stamp of [await stampOf(2000), old, 'made-up', '']) {
      const { status, problems, typedIn } = await sendForm({ stamp });
      expect(status).toBe(400);
      expect(problems).toEqual([expect.stringContaining('Please press Send again')]);
      expect(typedIn('text')).toBe(SENT.text);
    }
    expect(await count()).toBe(0);
    const { document } = await openForm();
    const stamp = document.querySelector('[name=stamp]')?.getAttribute('value') ?? '';
    await sleep(3100);
    expect((await sendForm({ stamp })).status).toBe(303);
  });

  it('answers a program that fills in the hidden field as if all was well, and stores nothing', async () => {
    const { status, location } = await sendForm({ website: 'https://spam.example' });
    expect([status, location]).toEqual([303, '/corrections/new?sent=1']);
    expect(await count()).toBe(0);
  });

  it('is limited like JSON, and says so above what was typed', async () => {
    for (let at = 0; at < 10; at += 1) await sendForm({}, from('192.0.2.1'));
    const { status, problems, typedIn } = await sendForm({}, from('192.0.2.1'));
    expect([status, problems, typedIn('text')]).toEqual([
      429,
      ['Too many attempts. Please try again in 60 minutes.'],
      SENT.text,
    ]);
  });

  it('is refused from another site’s page, and beyond 32 kB', async () => {
    const headers = { ...from(), origin: 'https://elsewhere.example' };
    expect((await sendForm({}, headers)).status).toBe(403);
    expect((await sendForm({ why: 'x'.repeat(40_000) })).status).toBe(413);
    expect(await count()).toBe(0);
  });
});

describe('the desk', () => {
  it('accepts by opening a draft of the item, which readers do not see', async () => {
    const term = (await app.call('GET', '/api/glossary?limit=1')).body[0];
    await report({ ...SENT, path: `/glossary/${term.slug}` });
    const [{ id }] = (await list()).items;
    const { status, body } = await decide(id, { decision: 'accept' });
    expect([status, body.state, body.item]).toEqual([
      200,
      'accepted',
      { collection: 'glossary', id: term.id },
    ]);
    const draft = await app.asEditor('GET', `/api/glossary/${term.id}/draft`);
    expect([draft.status, draft.body.fields]).toEqual([200, {}]);
    expect((await decide(id, { decision: 'spam' })).status).toBe(409);
    expect((await ledger()).items).toEqual([]);
    const told = (await app.asEditor('GET', '/api/activity?limit=2')).body;
    expect(told.map(({ action }: { action: string }) => action)).toEqual([
      'correction accepted',
      'draft saved',
    ]);
  });

  it('leaves a draft that somebody wrote as it is', async () => {
    const vendor = (await app.call('GET', `/api${PAGE}`)).body;
    await app.asEditor('PUT', `/api/vendors/${vendor.id}/draft`, { headquarters: 'Elsewhere' });
    await report(SENT);
    expect((await decide(1, { decision: 'accept' })).body.item.id).toBe(vendor.id);
    const draft = (await app.asEditor('GET', `/api/vendors/${vendor.id}/draft`)).body;
    expect([draft.version, draft.fields]).toEqual([1, { headquarters: 'Elsewhere' }]);
  });

  it('opens the evidence of a cell, and nothing for a page without an item', async () => {
    const [cell] = (await app.asEditor('GET', '/api/coverage?limit=1')).body;
    const vendor = (await app.asEditor('GET', `/api/vendors/${cell.vendorId}`)).body;
    const feature = (await app.asEditor('GET', `/api/features/${cell.featureId}`)).body;
    await report({ ...SENT, path: `/vendors/${vendor.slug}#${feature.slug}` });
    await report({ ...SENT, path: '/features/matrix' });
    const item = { collection: 'coverage', id: cell.id };
    expect((await decide(1, { decision: 'accept' })).body.item).toEqual(item);
    expect((await decide(2, { decision: 'accept' })).body.item).toBe(null);
  });

  it('refuses with a reason, and decides several at once but for those that were decided', async () => {
    for (let at = 0; at < 4; at += 1) await report(SENT);
    const bare = await decide(1, { decision: 'refuse', reason: ' ' });
    expect([bare.status, bare.body.fields]).toEqual([
      400,
      { reason: 'Say why: the reason is shown in public' },
    ]);
    expect((await decide(1, { decision: 'refuse', reason: 'It holds.' })).body.reason).toBe(
      'It holds.',
    );
    const decideAll = (body: unknown) => app.asEditor('POST', '/api/corrections/decide', body);
    expect((await decideAll({ ids: [2, 99], decision: 'spam' })).status).toBe(404);
    const spam = await decideAll({ ids: [1, 2, 3], decision: 'spam', reason: 'not public' });
    expect(spam.body.map((one: { id: number; reason: null }) => [one.id, one.reason])).toEqual([
      [2, null],
      [3, null],
    ]);
    expect((await decide(99, { decision: 'spam' })).status).toBe(404);
    const { counts } = await list();
    expect(counts).toEqual({ open: 1, accepted: 0, changed: 0, refused: 1, merged: 0, spam: 2 });
    expect((await list('?state=refused')).items).toHaveLength(1);
    for (const path of ['/api/corrections/4/decide', '/api/corrections/decide']) {
      const anybody = await app.call('POST', path, { decision: 'spam', ids: [4] });
      expect([path, anybody.status]).toEqual([path, 401]);
    }
  });

  it('decides once when two press at the same time', async () => {
    await report(SENT);
    const both = [decide(1, { decision: 'accept' }), decide(1, { decision: 'spam' })];
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  it('answers once by mail in our words, and never to spam', async () => {
    const before = mail.letters.length;
    await report({ ...SENT, email: 'reader@example.org' });
    await report({ ...SENT, email: 'spammer@example.org' });
    await report(SENT);
    await decide(1, { decision: 'refuse', reason: 'It <holds>.' });
    await decide(2, { decision: 'spam' });
    await decide(3, { decision: 'accept' });
    await app.runJobs();
    expect(mail.letters.length - before).toBe(1);
    const letter = mail.last();
    expect(letter?.to).toEqual(['reader@example.org']);
    expect(letter?.mail.subject).toBe('Your correction to Family Office Software: Addepar');
    expect(letter?.mail.text).toContain('Our reason: It <holds>.');
    expect(letter?.mail.text).toContain(`\nhttp://localhost:3000${PAGE}\n`);
    expect(letter?.mail.text).not.toContain(SENT.text);
    expect((await list('?id=1')).items[0].isAnswered).toBe(true);
    await report({ ...SENT, email: 'other@example.org' });
    await decide(4, { decision: 'accept', reason: 'It moved.' });
    await app.runJobs();
    expect(mail.letters.length - before).toBe(1);
    const vendor = (await app.call('GET', `/api${PAGE}`)).body;
    await app.asEditor('PUT', `/api/vendors/${vendor.id}/draft`, { headquarters: 'Geneva' });
    await app.asEditor('POST', `/api/vendors/${vendor.id}/draft/publish`, {});
    await app.runJobs();
    expect(mail.letters.length - before).toBe(2);
    expect(mail.last()?.mail.text).toContain('We accepted it and changed the page.');
  });
});

describe('the ledger', () => {
  it('tells the page, the decision, the reason and the days, and nothing of the reader', async () => {
    const secret = { text: 'Secret words', url: 'https://secret.example/', email: 's@example.org' };
    for (let at = 0; at < 4; at += 1) await report({ path: `${PAGE}#secret-part`, ...secret });
    await app.db.execute(
      sql`update corrections set received_at = now() - interval '3 days 5 hours' where id = 1`,
    );
    await app.db.execute(
      sql`update corrections set received_at = now() - interval '1 day 5 hours' where id = 2`,
    );
    await decide(1, { decision: 'changed', reason: 'It moved in May.' });
    await decide(2, { decision: 'refuse', reason: 'The page still says so.' });
    await decide(3, { decision: 'spam' });
    const told = await ledger();
    expect(told).toMatchObject({ received: 3, accepted: 1, refused: 1, merged: 0, total: 2 });
    expect(told.medianDays).toBe(2.2);
    const page = { path: PAGE, title: 'Addepar' };
    expect(told.items).toEqual([
      expect.objectContaining({ id: 2, page, decision: 'refused', days: 1 }),
      expect.objectContaining({ id: 1, page, decision: 'accepted', days: 3 }),
    ]);
    expect(told.items.map(({ reason }: { reason: string }) => reason)).toEqual([
      'The page still says so.',
      'It moved in May.',
    ]);
    expect(JSON.stringify(told)).not.toMatch(/secret|example\.org/i);
    const { body } = await app.call('GET', '/api/corrections/ledger?limit=1&offset=1');
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([1]);
    // Of earlier releases.
    await app.db.execute(
      sql`update corrections set state = 'merged', merged_into = 2, decided_at = now() where id = 4`,
    );
    expect((await ledger()).items[0]).toMatchObject({ id: 4, decision: 'merged', mergedInto: 2 });
  });

  it('counts only the last 90 days in its median, and does not name a page that was withdrawn', async () => {
    const made = { name: 'Short lived', slug: 'short-lived', isPublished: true };
    const vendor = (await app.asEditor('POST', '/api/vendors', made)).body;
    await report({ ...SENT, path: '/vendors/short-lived' });
    await decide(1, { decision: 'refuse', reason: 'No.' });
    expect((await ledger()).items[0].page.title).toBe('Short lived');
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { isPublished: false });
    await app.db.execute(sql`update corrections set decided_at = now() - interval '91 days',
      received_at = now() - interval '99 days'`);
    const told = await ledger();
    expect([told.medianDays, told.items[0].page, told.items[0].days]).toEqual([null, null, 8]);
  });
});

describe('what is kept', () => {
  it('addresses go 90 days after the decision, spam after 30, and what waits stays', async () => {
    for (let at = 0; at < 4; at += 1) await report({ ...SENT, email: `r${at}@example.org` });
    await decide(1, { decision: 'refuse', reason: 'No.' });
    await decide(2, { decision: 'refuse', reason: 'No.' });
    await decide(3, { decision: 'spam' });
    const age = (id: number, days: number) =>
      app.db.execute(
        sql`update corrections set decided_at = now() - make_interval(days => ${days}) where id = ${id}`,
      );
    await age(1, 91);
    await age(2, 89);
    await age(3, 31);
    await forgetOld(app.db);
    const { items } = await list();
    const left = items.map(({ id, email }: { id: number; email: string | null }) => [id, email]);
    expect(left.toSorted()).toEqual([
      [1, null],
      [2, 'r1@example.org'],
      [4, 'r3@example.org'],
    ]);
  });
});
