import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDITOR, startServer } from '#testing/browser.ts';
import { signInTo } from '#testing/sign-in.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

let site: Server;
let session: Awaited<ReturnType<typeof signInTo>>;

beforeAll(async () => {
  site = await startServer({ data: 'starter' });
  session = await signInTo(site.url);
});
afterAll(() => site.close());

const call: typeof session.call = (...args) => session.call(...args);

const open = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { redirect: 'manual', headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

/** The starter item of a type, and a link to a preview of it. */
const linkTo = async (name: string, slug: string) => {
  const { body: item } = await call('GET', `/api/${name}/${slug}`);
  const made = await call('POST', `/api/${name}/${item.id}/preview-links`);
  expect(made.status).toBe(201);
  return { item, link: made.body as { id: number; url: string; expiresAt: string } };
};

const draft = (name: string, id: number, fields: object) =>
  call('PUT', `/api/${name}/${id}/draft`, fields);

describe('a preview link', () => {
  it('shows the draft of one item to an anonymous visitor, apart from every cache and index', async () => {
    const { item, link } = await linkTo('faq', 'who-fixes-bad-data');
    expect((await open(link.url)).html).toContain(
      'Preview: this is published, and no change waits.',
    );
    await draft('faq', item.id, { question: 'Who mends it?', answer: 'The **draft** says who.' });
    const { status, headers, html } = await open(link.url);
    expect(status).toBe(200);
    expect(html).toContain('Who mends it?');
    expect(html).toContain('The <strong>draft</strong> says who.');
    expect(html).toContain('Preview: this is not published yet.');
    expect(html).toMatch(/<meta name="robots" content="noindex"/);
    expect(html.slice(html.indexOf('<body'))).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-cache')).not.toBe('HIT');
    for (const path of ['/faq/who-fixes-bad-data', '/api/faq/who-fixes-bad-data', '/faq']) {
      expect([path, (await open(site.url + path)).html.includes('Who mends it?')]).toEqual([
        path,
        false,
      ]);
    }
    await draft('faq', item.id, { question: 'Who mends it now?' });
    expect((await open(link.url)).html).toContain('Who mends it now?');
    expect((await open(link.url, { cookie: session.cookie })).html).toContain('Who mends it now?');
  });

  it('shows what is not published at all, and no other draft', async () => {
    const { body: made } = await call('POST', '/api/glossary', {
      term: 'Quiet ledger',
      slug: 'quiet-ledger',
      definition: 'Not for everybody yet.',
      isPublished: false,
    });
    const { link } = await linkTo('glossary', 'quiet-ledger');
    expect((await open(`${site.url}/glossary/quiet-ledger`)).status).toBe(404);
    const { status, html } = await open(link.url);
    expect([status, html.includes('Not for everybody yet.')]).toEqual([200, true]);
    const { item: faq, link: other } = await linkTo('faq', 'who-should-decide-on-the-software');
    await draft('faq', faq.id, { answer: 'Nothing of Quiet ledger here.' });
    // Whoever opens it: the rest of the page is as anonymous visitors see it.
    for (const cookie of ['', session.cookie]) {
      expect((await open(other.url, { cookie })).html).not.toContain('/glossary/quiet-ledger');
    }
    expect(made.id).toBeGreaterThan(0);
  });

  it.each([
    ['vendors', 'addepar', { name: 'Addepar drafted', slug: 'addepar-drafted' }],
    ['pages', 'about', { title: 'About, drafted' }],
    ['landing-pages', 'accounting-software', { title: 'Accounting, drafted' }],
    ['comparisons', 'addepar-vs-masttro', { title: 'Two, drafted' }],
    ['news', 'data-migration-checklist', { rewrittenTitle: 'Checklist, drafted' }],
    ['use-cases', 'document-management', { title: 'Documents, drafted' }],
    ['features', 'open-api', { name: 'Interfaces, drafted' }],
  ])('renders %s on their own page', async (name, slug, fields) => {
    const { item, link } = await linkTo(name, slug);
    expect((await draft(name, item.id, fields)).status).toBe(200);
    const { status, html } = await open(link.url);
    expect([status, html.includes(Object.values(fields)[0] ?? '')]).toEqual([200, true]);
  });

  it.each(['vendors', 'features'])('renders %s that never were public', async (name) => {
    const body = { name: `Quiet ${name}`, slug: `quiet-${name}`, isPublished: false };
    expect((await call('POST', `/api/${name}`, { ...body, description: 'Not yet.' })).status).toBe(
      201,
    );
    const { link } = await linkTo(name, `quiet-${name}`);
    const { status, html } = await open(link.url);
    expect([status, html.includes(`Quiet ${name}`)]).toEqual([200, true]);
  });

  it('stores no token, lasts 7 days, is listed without its token and can be revoked', async () => {
    const { item, link } = await linkTo('faq', 'which-return-should-we-report');
    const token = new URL(link.url).searchParams.get('token') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    const days = (new Date(link.expiresAt).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days * 100) / 100).toBe(7);
    const { rows } = await site.db.execute(sql`select * from preview_links`);
    expect(JSON.stringify(rows)).not.toContain(token);
    const path = `/api/faq/${item.id}/preview-links`;
    const listed = await call('GET', path);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(listed.body).toMatchObject([{ id: link.id, createdBy: EDITOR.email }]);
    expect((await fetch(site.url + path)).status).toBe(401);
    expect((await call('DELETE', `/api/preview-links/${link.id}`)).body).toEqual({ success: true });
    expect((await call('DELETE', `/api/preview-links/${link.id}`)).status).toBe(404);
    expect((await open(link.url)).status).toBe(404);
    const { body: told } = await call('GET', `/api/activity?collection=faq&item=${item.id}`);
    expect(told).toMatchObject([
      { action: 'preview link revoked', title: item.question },
      { action: 'preview link made', title: item.question },
    ]);
    const { link: old } = await linkTo('faq', 'which-return-should-we-report');
    await site.db.execute(
      sql`update preview_links set expires_at = now() - interval '1 second' where id = ${old.id}`,
    );
    expect((await open(old.url)).status).toBe(404);
  });

  it('ends when whoever made it may make none any more', async () => {
    const { item, link } = await linkTo('faq', 'which-return-should-we-report');
    const giveRole = (role: string) =>
      site.db.execute(sql`update users set role = ${role} where email = ${EDITOR.email}`);
    expect((await open(link.url)).status).toBe(200);
    await giveRole('viewer');
    expect((await open(link.url)).status).toBe(404);
    await giveRole('owner');
    await site.db.execute(sql`update preview_links set user_id = 0 where id = ${link.id}`);
    expect((await open(link.url)).status).toBe(404);
    expect((await call('GET', `/api/faq/${item.id}/preview-links`)).body).toEqual([]);
  });

  it('stops whoever guesses', async () => {
    const { link } = await linkTo('faq', 'who-fixes-bad-data');
    const guess = (n: number) => open(`${site.url}/preview?token=${String(n).padStart(22, 'a')}`);
    const statuses = new Set<number>();
    for (let n = 0; n < 35; n += 1) statuses.add((await guess(n)).status);
    expect([...statuses]).toEqual([404, 429]);
    expect((await open(link.url)).status).toBe(429);
  });
});
