import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;
let item: { id: number };
const cookies: Record<string, string> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({
    settings: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'desk@example.com',
      SITE_URL: 'https://guide.example',
    },
  });
  for (const name of ['nora', 'vic']) {
    cookies[name] = await app.signIn(`${name}@example.com`, 'viewer');
    const isNamed = eq(users.email, `${name}@example.com`);
    const [user] = await app.db.select().from(users).where(isNamed);
    ids[name] = user?.id ?? 0;
  }
  item = await createFactories(app).create('faq', { question: 'Which ledger?' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(() => {
  mail.letters.length = 0;
});

const say = (body: object, headers = {}) =>
  app.call('POST', `/api/comments?type=faq&id=${item.id}`, body, {
    cookie: cookies.vic ?? '',
    ...headers,
  });
const expectSent = async (count: number) => {
  await app.runJobs();
  expect(mail.letters).toHaveLength(count);
};

describe('a mention', () => {
  it('is one e-mail with who wrote what about which item, and a link to the comment', async () => {
    const { body } = await say({ text: '@Nora <script>look</script>', mentions: [ids.nora] });
    await expectSent(1);
    expect(mail.last()?.to).toEqual(['nora@example.com']);
    const { subject, text, html } = mail.last()?.mail ?? {};
    expect(subject).toBe('Edith mentioned you in “Which ledger?”');
    expect(text).toContain('> @Nora <script>look</script>\n');
    expect(text).toContain(`\nhttps://guide.example/admin/faq/${item.id}?comments=${body.id}\n`);
    expect(text).toContain('\nhttps://guide.example/admin/account\n');
    expect(html).toContain('&lt;script&gt;look');
  });

  it('is sent once, however often the request is repeated, and to those alone that an edit adds', async () => {
    const once = { 'idempotency-key': 'one-mention' };
    const body = { text: 'Once', mentions: [ids.nora] };
    const { body: comment } = await say(body, once);
    await say(body, once);
    await expectSent(1);
    const change = { text: 'Again', mentions: [ids.nora, ids.vic] };
    const headers = { cookie: cookies.vic ?? '' };
    await app.call('PATCH', `/api/comments/${comment.id}`, change, headers);
    await expectSent(1);
  });

  it('is not sent to oneself, for a reply without a mention, or to somebody who has switched it off', async () => {
    const { body: first } = await say({ text: 'To myself', mentions: [ids.vic] });
    await say({ text: 'A reply', threadId: first.id });
    const set = (wantsMail: boolean) =>
      app.call('PATCH', '/api/account', { wantsMail }, { cookie: cookies.nora ?? '' });
    await set(false);
    await say({ text: 'Not wanted', mentions: [ids.nora] });
    // The inbox has it all the same.
    const inbox = await app.call('GET', '/api/inbox', undefined, { cookie: cookies.nora ?? '' });
    expect(inbox.body.notices[0].text).toBe('Not wanted');
    await expectSent(0);
    await set(true);
    await say({ text: 'Wanted again', mentions: [ids.nora] });
    await expectSent(1);
  });

  it('is also what the author of a draft hears that is sent back', async () => {
    const editor = await app.signIn('ed@example.com', 'editor');
    const draft = `/api/faq/${item.id}/draft`;
    const asEd = (method: string, path: string, body?: object) =>
      app.call(method, path, body, { cookie: editor });
    await asEd('PUT', draft, { question: 'Which one?' });
    await asEd('POST', `${draft}/ready`);
    const sent = await app.asEditor('POST', `${draft}/send-back`, { text: 'Too short.' });
    expect(sent.status).toBe(200);
    await expectSent(1);
    expect(mail.last()?.to).toEqual(['ed@example.com']);
    expect(mail.last()?.mail.text).toContain('> Too short.');
  });
});
