import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readSealingKey, seal } from '#modules/auth/sealed.server.ts';
import { buildApp } from './build-app.ts';
import { startMailServer } from './servers/mail-server.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The application with a mail server, and what somebody at a vendor does with it. */
export const startVendorDesk = async () => {
  const mail = await startMailServer();
  const app = await buildApp({
    data: 'starter',
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'Desk <desk@example.com>', TRUST_PROXY: '1' },
  });
  let network = 0;
  /** A network of its own for each request, but for tests of the limit. */
  const from = (address?: string) => {
    network += 1;
    return { 'x-forwarded-for': address ?? `10.${network >> 8}.${network & 255}.7` };
  };

  const send = (path: string, fields: Record<string, string>, headers = {}) =>
    app.api.request(path, {
      method: 'POST',
      headers: { ...FORM, ...from(), ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const get = (path: string, headers = {}) =>
    app.api.request(path, { headers: { ...from(), ...headers } });
  const ask = (email: string, vendor = 'addepar', headers: Record<string, string> = from()) =>
    app.call('POST', '/api/vendor-links', { vendor, email }, headers);

  /** Waits until so many letters have come, and a moment longer for one too many. */
  const awaitLetters = async (count: number) => {
    for (let at = 0; at < 200 && mail.letters.length < count; at += 1) await sleep(25);
    await sleep(150);
    return mail.letters;
  };
  const tokenOf = (text = '') => /\/vendor-word\?token=([\w-]+)/.exec(text)?.[1] ?? '';

  /** A token by mail. */
  const askForToken = async (email = 'ann@addepar.com', vendor = 'addepar') => {
    const before = mail.letters.length;
    await ask(email, vendor);
    return tokenOf((await awaitLetters(before + 1)).at(-1)?.mail.text);
  };

  /** The cookie of a session of answering. */
  const open = async (email?: string, vendor?: string) => {
    const opened = await send('/vendor-word', { token: await askForToken(email, vendor) });
    return opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  const waiting = async () => (await app.asEditor('GET', '/api/vendor-words')).body.items;

  return {
    ...app,
    mail,
    from,
    send,
    get,
    ask,
    awaitLetters,
    tokenOf,
    askForToken,
    open,
    waiting,
    answer: (cookie: string, fields: Record<string, string>) =>
      send('/vendor-word/answers', fields, { cookie }),
    decide: (id: number, body: unknown) =>
      app.asEditor('POST', `/api/vendor-words/${id}/decide`, body),
    async editVendor(slug: string, patch: object) {
      const { body } = await app.asEditor('GET', `/api/vendors/${slug}`);
      return app.asEditor('PUT', `/api/vendors/${body.id}`, patch);
    },
    /** As a form that has been open for a while carries it. */
    stamp: async (ageMs: number) =>
      seal(await readSealingKey(app.db), { opened: Date.now() - ageMs }, 86_400_000),
    async reset() {
      mail.letters.length = 0;
      await app.db.execute(sql`truncate vendor_words, vendor_links restart identity`);
      await app.db.execute(sql`delete from rate_limits`);
    },
    async close() {
      await app.close();
      await mail.close();
    },
  };
};

export type VendorDesk = Awaited<ReturnType<typeof startVendorDesk>>;
