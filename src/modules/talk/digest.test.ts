import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { timedJobs } from '#platform/db/timed-jobs.table.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { digestOffLink, sendDigests, startDigest } from './digest.server.ts';
import { notices } from './talk.tables.server.ts';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;
let nora: number;
let item: { id: number };
const log = pino({ level: 'silent' });

beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({
    settings: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'desk@example.com',
      SITE_URL: 'https://guide.example',
    },
  });
  await app.signIn('nora@example.com', 'viewer');
  const [user] = await app.db.select().from(users).where(eq(users.email, 'nora@example.com'));
  nora = user?.id ?? 0;
  item = await createFactories(app).create('faq', { question: 'Which ledger?' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(async () => {
  await app.db.delete(notices);
  await app.db.update(users).set({ wantsDigest: true });
  mail.letters.length = 0;
});

const mention = (text: string) =>
  app.asEditor('POST', `/api/comments?type=faq&id=${item.id}`, { text, mentions: [nora] });
const send = () => sendDigests({ ...app, log });

describe('the daily letter', () => {
  it('tells what is unread, by names, with a link to each item, and nothing twice', async () => {
    await mention('@Edith <script>look</script>');
    await mention('And here');
    await send();
    expect(mail.letters).toHaveLength(1);
    expect(mail.last()?.to).toEqual(['nora@example.com']);
    expect(mail.last()?.mail.subject).toBe('2 messages at Family Office Software');
    const text = mail.last()?.mail.text ?? '';
    expect(text).toContain('Edith mentioned you in “Which ledger?”:\n\n> And here\n');
    const said = await app.db.select().from(notices);
    for (const { commentId } of said)
      expect(text).toContain(
        `\nhttps://guide.example/admin/faq/${item.id}?comments=${commentId}\n`,
      );
    expect(mail.last()?.mail.html).toContain('&lt;script&gt;look');
    await send();
    expect(mail.letters).toHaveLength(1);
    await mention('A third');
    await send();
    expect(mail.last()?.mail.subject).toBe('One message at Family Office Software');
  });

  it('is not written where there is nothing to say, or where it was read, or to whoever wants none', async () => {
    await send();
    await mention('Read in the panel');
    await app.db.update(notices).set({ readAt: new Date() });
    await send();
    await mention('Not wanted');
    await app.db.update(users).set({ wantsDigest: false }).where(eq(users.id, nora));
    await send();
    expect(mail.letters).toEqual([]);
  });

  it('goes out once when two nodes are due at the same moment', async () => {
    await mention('Once');
    const pattern = '30 6 * * *';
    const due = { name: 'digest', pattern, nextAt: new Date(Date.now() - 1000) };
    await app.db.insert(timedJobs).values(due);
    const other = connect(app.databaseUrl, { max: 2 });
    const nodes = [startDigest({ ...app, log }), startDigest({ ...app, connection: other, log })];
    const isDone = async () => {
      const [job] = await app.db.select().from(timedJobs).where(eq(timedJobs.name, 'digest'));
      return job?.succeededAt !== null && job?.startedAt === null;
    };
    await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
    for (const node of nodes) node.stop();
    await Promise.all([send(), send()]);
    expect(mail.letters).toHaveLength(1);
    await other.close();
  });

  it('that the mail server refuses goes with the next one, and the job says so', async () => {
    await mention('Later');
    const settings = { ...app.settings, SMTP_URL: 'smtp://127.0.0.1:1' };
    await expect(sendDigests({ ...app, settings, log })).rejects.toThrow(
      '1 of the letters could not be sent',
    );
    await send();
    expect(mail.letters).toHaveLength(1);
  });

  it('RFC 8058: its headers end it by one POST; a GET shows a page and changes nothing', async () => {
    await mention('Hello');
    await send();
    const headers = mail.last()?.mail.headers;
    expect(headers?.get('list')).toMatchObject({
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
    const raw = String(mail.last()?.raw).replace(/\r\n[ \t]+/g, ' ');
    const link = /^List-Unsubscribe: <(https:\/\/guide\.example[^>]+)>$/m.exec(raw)?.[1] ?? '';
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(mail.last()?.mail.text).toContain(link);
    const { pathname, search } = new URL(link);
    const path = pathname + search;
    const wants = async () =>
      (await app.db.select().from(users).where(eq(users.id, nora)))[0]?.wantsDigest;

    const shown = await app.api.request(path);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('<button>Send me no daily letter</button>');
    expect(await wants()).toBe(true);

    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const ended = await app.api.request(path, { method: 'POST', body });
    expect([ended.status, await wants()]).toEqual([200, false]);
    const again = await app.api.request(path, { method: 'POST' });
    expect(again.status).toBe(200);
  });

  it('is ended by no link that is made up, and guesses are counted', async () => {
    const link = new URL(await digestOffLink(app.db, 'https://guide.example', nora));
    const bent = `${link.pathname}${link.search.slice(0, -2)}AA`;
    const ask = () => app.api.request(bent, { method: 'POST' });
    expect((await ask()).status).toBe(400);
    const statuses = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await ask()).status);
    expect(statuses.at(-1)).toBe(429);
    const [user] = await app.db.select().from(users).where(eq(users.id, nora));
    expect(user?.wantsDigest).toBe(true);
  });
});
