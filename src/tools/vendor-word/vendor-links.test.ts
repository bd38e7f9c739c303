import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOldJob } from '#app/boot/forget-old.server.ts';
import { buildApp } from '#testing/build-app.ts';
import { serve } from '#testing/serve.ts';
import { startVendorDesk, type VendorDesk } from '#testing/vendor-desk.ts';

const SENT =
  'If the address is at the vendor’s own domain, a link is on its way to it. At most 3 links a day are sent to one address, and 20 for one vendor.';
const NOT_VALID = 'This link is not valid any more. Please ask for a new one.';
const ASK = '/vendors/addepar/word';

let desk: VendorDesk;
beforeAll(async () => {
  desk = await startVendorDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());

const countLinks = async () =>
  Number((await desk.db.execute(sql`select count(*) from vendor_links`)).rows[0]?.count);

describe('asking for a link', () => {
  it('sends one by mail to an address at the vendor’s domain, and keeps no more than its hash', async () => {
    const { status, body } = await desk.ask('ann@addepar.com');
    expect([status, body]).toEqual([202, { message: SENT }]);
    const [letter] = await desk.awaitLetters(1);
    const token = desk.tokenOf(letter?.mail.text);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(letter?.to).toEqual(['ann@addepar.com']);
    expect(letter?.mail.subject).toBe('What Addepar states on Family Office Software');
    expect(letter?.mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(String(letter?.mail.html)).toContain(`/vendor-word?token=${token}"`);
    expect(String(letter?.mail.html)).not.toMatch(/<img|<link|<style/);
    const { rows } = await desk.db.execute(sql`select * from vendor_links`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('says the same of an address elsewhere, sends nothing and stores nothing', async () => {
    const elsewhere = ['ann@gmail.com', 'ann@addepar.com.evil.example', 'ann@аddepar.com'];
    for (const email of elsewhere) {
      const { status, body } = await desk.ask(email);
      expect([email, status, body]).toEqual([email, 202, { message: SENT }]);
    }
    await desk.ask('ann@mail.addepar.com');
    const letters = await desk.awaitLetters(1);
    expect(letters.map(({ to }) => to)).toEqual([['ann@mail.addepar.com']]);
    expect(await countLinks()).toBe(1);
  });

  it('refuses what is no address, and vendors that are not there, field by field', async () => {
    const injected = await desk.ask('ann@addepar.com\r\nBcc: all@evil.example');
    expect([injected.status, injected.body.fields]).toEqual([
      400,
      { email: 'This is not an e-mail address' },
    ]);
    const unknown = await desk.ask('ann', 'no-such-vendor');
    expect([unknown.status, unknown.body.fields]).toEqual([
      400,
      { email: 'This is not an e-mail address', vendor: 'There is no such vendor' },
    ]);
    expect(await desk.awaitLetters(0)).toEqual([]);
  });
});

describe('the form', () => {
  const send = async (fields: Record<string, string>) =>
    desk.send(ASK, { email: 'ann@addepar.com', stamp: await desk.stamp(5000), ...fields });

  it('leads on to the same words, with a link on its way', async () => {
    const page = await (await desk.get(ASK)).text();
    expect(page).toContain('Your e-mail address at addepar.com');
    expect(page).not.toContain('<script');
    const sent = await send({});
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${ASK}?sent=1`]);
    expect(await (await desk.get(`${ASK}?sent=1`)).text()).toContain(SENT);
    expect(await desk.awaitLetters(1)).toHaveLength(1);
  });

  it('takes nothing from a program that fills in everything, and does not say so', async () => {
    expect((await send({ website: 'https://evil.example' })).status).toBe(303);
    expect(await desk.awaitLetters(0)).toEqual([]);
  });

  it.each([
    ['that was open for a second', 1000],
    ['with a stamp that was made up', null],
  ])('asks to send a form again %s', async (_, age) => {
    const stamp = age === null ? 'made-up' : await desk.stamp(age);
    const refused = await send({ stamp });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Please press the button again');
    expect(await desk.awaitLetters(0)).toEqual([]);
  });

  it('shows what was typed and what is wrong with it, escaped', async () => {
    const refused = await send({ email: '"><script>alert(1)</script>' });
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).toContain('This is not an e-mail address');
  });

  it('refuses another site', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await desk.send(ASK, {}, headers)).status).toBe(403);
  });

  it('offers the correction form where no mail is set up, or no website is known', async () => {
    const silent = await buildApp({ data: 'starter' });
    const page = await (await silent.api.request(ASK)).text();
    expect(page).toContain('The operator of this site has not set up mail');
    expect(page).toContain('href="/corrections/new?about=/vendors/addepar"');
    const refused = await silent.call('POST', '/api/vendor-links', {
      vendor: 'addepar',
      email: 'ann@addepar.com',
    });
    expect([refused.status, refused.body.message]).toEqual([
      503,
      'The operator of this site has not set up mail, so no link can be sent. Please use the correction form instead.',
    ]);
    await silent.close();
    await desk.editVendor('altoo', { website: '' });
    expect(await (await desk.get('/vendors/altoo/word')).text()).toContain('no website');
    expect((await desk.get('/vendors/no-such-vendor/word')).status).toBe(404);
  });
});

describe('the link', () => {
  it('is shown by GET, again and again, and used up by POST', async () => {
    const token = await desk.askForToken();
    for (let at = 0; at < 3; at += 1) {
      const looked = await desk.get(`/vendor-word?token=${token}`);
      expect(looked.status).toBe(200);
      expect(await looked.text()).toContain('You are about to answer for Addepar');
    }
    const opened = await desk.send('/vendor-word', { token });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/vendor-word/answers']);
    expect(opened.headers.getSetCookie()[0]).toMatch(
      /^vendor-word=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    for (const again of [
      await desk.send('/vendor-word', { token }),
      await desk.get(`/vendor-word?token=${token}`),
    ]) {
      expect(again.status).toBe(400);
      expect(again.headers.getSetCookie()).toEqual([]);
      expect(await again.text()).toContain(NOT_VALID);
    }
  });

  it('opens one session when it is sent ten times at once', async () => {
    const token = await desk.askForToken();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => desk.send('/vendor-word', { token })),
    );
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it('ends after seven days, and its session after a day', async () => {
    const token = await desk.askForToken();
    await desk.db.execute(sql`update vendor_links set expires_at = now() - interval '1 second'`);
    expect((await desk.send('/vendor-word', { token })).status).toBe(400);
    const cookie = await desk.open('bob@addepar.com');
    expect((await desk.get('/vendor-word/answers', { cookie })).status).toBe(200);
    await desk.db.execute(sql`update vendor_links set session_until = now() - interval '1 second'`);
    expect((await desk.get('/vendor-word/answers', { cookie })).status).toBe(400);
  });

  it('opens nothing for a vendor that is not public any more', async () => {
    const token = await desk.askForToken();
    await desk.editVendor('addepar', { isPublished: false });
    expect((await desk.send('/vendor-word', { token })).status).toBe(400);
    await desk.editVendor('addepar', { isPublished: true });
    expect((await desk.send('/vendor-word', { token })).status).toBe(303);
  });

  it('cannot be guessed: whoever tries thirty is sent away', async () => {
    const headers = desk.from('198.51.100.1');
    const statuses = [];
    for (let at = 0; at < 32; at += 1)
      statuses.push((await desk.get(`/vendor-word?token=guess${at}`, headers)).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
    expect(statuses.slice(-1)).toEqual([429]);
    const cookie = 'vendor-word=guessed';
    expect((await desk.get('/vendor-word/answers', { cookie })).status).toBe(400);
  });

  it('is deleted by night when it has ended unused', async () => {
    await desk.askForToken();
    await forgetOldJob(desk.db).run();
    expect(await countLinks()).toBe(1);
    await desk.db.execute(sql`update vendor_links set expires_at = now() - interval '1 second'`);
    await forgetOldJob(desk.db).run();
    expect(await countLinks()).toBe(0);
  });

  it('goes to no log, no cache, no search engine and no other site', async () => {
    const site = await serve();
    const { headers } = await site.get('/vendor-word?token=a-secret-token');
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-store',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/);
    await site.ask('/vendor-word', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(site.lines.some(({ path }) => path === '/vendor-word')).toBe(true);
    expect(JSON.stringify(site.lines)).not.toContain('a-secret-token');
    await site.close();
  });
});
