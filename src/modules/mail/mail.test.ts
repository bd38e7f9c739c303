import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { createWorker } from '#platform/jobs/worker.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { mailJob, queueMail } from './mail-queue.server.ts';
import type { Mail } from './mailer.server.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let server: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  app = await buildApp();
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });

const settingsWith = (more: Record<string, string> = {}) =>
  readSettings({
    SITE_URL: 'https://guide.example',
    SMTP_URL: server.url,
    MAIL_FROM: 'The Desk <desk@mail.example>',
    ...more,
  });

const LETTER = { to: 'reader@example.org', subject: 'An answer', blocks: ['Hello.'] };

const send = async (mail: Partial<Mail>, more: Record<string, string> = {}) => {
  const before = server.letters.length;
  const settings = settingsWith(more);
  const isQueued = await transact(app.db, (tx) => queueMail(tx, settings, { ...LETTER, ...mail }));
  const worker = createWorker({ db: app.db, log, types: [mailJob(settings, log)] });
  await worker.runDue();
  return { isQueued, letter: server.letters[before], count: server.letters.length - before };
};

/** The relaxed form of RFC 6376, 3.4: white space folded, empty lines at the end left out. */
const relaxBody = (body: string) =>
  `${body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)+$/, '')}\r\n`;

const relaxHeader = (header: string) => {
  const at = header.indexOf(':');
  const value = header
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${header.slice(0, at).trim().toLowerCase()}:${value}`;
};

const headersOf = (raw: Buffer) =>
  (raw.toString('latin1').split('\r\n\r\n')[0] ?? '').split(/\r\n(?![ \t])/);

/** A receiver's check with the public key of the DNS. */
const isSigned = (raw: Buffer, key: string) => {
  const text = raw.toString('latin1');
  const headers = headersOf(raw);
  const signature = headers.find((one) => /^dkim-signature:/i.test(one)) ?? '';
  const tags = Object.fromEntries(
    relaxHeader(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [
        tag.slice(0, tag.indexOf('=')).trim(),
        tag.slice(tag.indexOf('=') + 1).trim(),
      ]),
  );
  const body = relaxBody(text.slice(text.indexOf('\r\n\r\n') + 4));
  const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64');
  const named = (tags.h ?? '').split(':').map((name) => {
    const found = headers.findLast((one) => one.toLowerCase().startsWith(`${name}:`));
    return `${relaxHeader(found ?? `${name}:`)}\r\n`;
  });
  const bare = relaxHeader(signature).replace(/(; ?b=).*$/, '$1');
  const verify = createVerify('RSA-SHA256').update(named.join('') + bare, 'latin1');
  return {
    domain: tags.d,
    selector: tags.s,
    headers: tags.h,
    isGood:
      bodyHash === tags.bh && verify.verify(key, (tags.b ?? '').replaceAll(' ', ''), 'base64'),
  };
};

describe('an e-mail', () => {
  it('says the same as plain text and as HTML, and every link is spelled out', async () => {
    const { isQueued, letter } = await send({
      blocks: [
        'Dear reader,\nthank you.',
        { quote: 'It says <b>5</b>.\nTwice.' },
        { link: 'https://guide.example/a?b=1&c=2' },
      ],
    });
    expect(isQueued).toBe(true);
    expect(letter?.mail.text).toBe(
      'Dear reader,\nthank you.\n\n> It says <b>5</b>.\n> Twice.\n\nhttps://guide.example/a?b=1&c=2\n',
    );
    expect(letter?.mail.html).toBe(
      '<!doctype html><html lang="en"><body><p>Dear reader,<br>thank you.</p>\n' +
        '<blockquote>It says &lt;b&gt;5&lt;/b&gt;.<br>Twice.</blockquote>\n' +
        '<p><a href="https://guide.example/a?b=1&amp;c=2">https://guide.example/a?b=1&amp;c=2</a></p></body></html>\n',
    );
    expect(letter?.mail.attachments).toEqual([]);
  });

  it('names the site and its sender, and neither the machine nor the program', async () => {
    const { letter } = await send({});
    const { mail, raw, to, hello } = letter ?? {};
    expect(mail?.messageId).toMatch(/^<[\da-f-]{36}@guide\.example>$/);
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.from?.text).toBe('"The Desk" <desk@mail.example>');
    expect(to).toEqual(['reader@example.org']);
    expect(hello).toBe('guide.example');
    expect(
      headersOf(raw ?? Buffer.alloc(0))
        .map((one) => one.split(':')[0])
        .toSorted(),
    ).toEqual([
      'Auto-Submitted',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]);
  });

  it.each([
    'An answer\r\nBcc: other@example.org',
    'An answer\nBcc: other@example.org',
    'An answer\u2028Bcc: other@example.org',
  ])('keeps a subject on one line: %j', async (subject) => {
    const { letter } = await send({ subject });
    expect(letter?.mail.subject).toBe('An answer Bcc: other@example.org');
    expect([letter?.mail.bcc, letter?.to]).toEqual([undefined, ['reader@example.org']]);
  });

  it.each([
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'Name <a@example.org>',
    'a@example.org>\r\nRCPT TO:<b@example.org',
    'nobody',
    '',
  ])('goes to one plain address and to nothing else: %j', async (to) => {
    const { isQueued, count } = await send({ to });
    expect([isQueued, count]).toEqual([false, 0]);
  });

  it('is signed where a key is set, so that a receiver with the public key believes it', async () => {
    const dkim = { DKIM_SELECTOR: 'desk1', DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') };
    const { letter } = await send({ subject: 'Grüße', blocks: ['Ä  ö\n', 'x'.repeat(200)] }, dkim);
    const raw = letter?.raw ?? Buffer.alloc(0);
    expect(isSigned(raw, publicKey)).toEqual({
      domain: 'mail.example',
      selector: 'desk1',
      headers: 'from:subject:date:message-id:to:mime-version:content-type',
      isGood: true,
    });
    const forged = Buffer.from(raw.toString('latin1').replace('reader@', 'leader@'), 'latin1');
    expect(isSigned(forged, publicKey).isGood).toBe(false);
    expect((await send({})).letter?.mail.headers.has('dkim-signature')).toBe(false);
  });
});

describe('an e-mail that the mail server does not take', () => {
  const rowsOf = async () => {
    const { rows } = await app.connection.pool.query(
      `select id, data::text as data, attempts, error, done_at as "doneAt" from jobs where name = 'mail' order by id desc`,
    );
    return rows;
  };
  const AWAY = { SMTP_URL: 'smtp://127.0.0.1:1' };

  it('is sent once the server is back, and nothing of it is kept then', async () => {
    lines.length = 0;
    expect(await send({ blocks: [{ link: 'https://guide.example/once' }] }, AWAY)).toMatchObject({
      isQueued: true,
      count: 0,
    });
    const [waiting] = await rowsOf();
    expect(waiting).toMatchObject({
      attempts: 1,
      error: 'The mail server could not be reached',
      doneAt: null,
    });
    expect(lines.join()).toContain('an e-mail could not be sent');
    expect(lines.join()).not.toMatch(/reader@|once/);
    await app.connection.pool.query(`update jobs set run_at = now() where id = $1`, [waiting.id]);
    const { count } = await send({});
    expect(count).toBe(2);
    expect((await rowsOf())[1]).toMatchObject({
      id: waiting.id,
      data: '{}',
      error: null,
      doneAt: expect.any(Date),
    });
  });

  it('is given up after its last attempt: the panel says why, and owners hear of it', async () => {
    const asked = { url: 'https://example.org/hook', events: ['job failed'] };
    const { body: hook } = await app.asEditor('POST', '/api/webhooks', asked);
    await send({ blocks: [{ link: 'https://guide.example/never' }] }, AWAY);
    await app.connection.pool.query(
      `update jobs set attempts = 5, run_at = now() where name = 'mail' and done_at is null`,
    );
    const settings = settingsWith(AWAY);
    await createWorker({ db: app.db, log, types: [mailJob(settings, log)] }).runDue();
    expect((await rowsOf())[0]).toMatchObject({ data: '{}', doneAt: expect.any(Date) });
    const { body } = await app.asEditor('GET', '/api/jobs');
    expect(body.find(({ name }: { name: string }) => name === 'mail')).toMatchObject({
      failure: 'The mail server could not be reached',
      failures: 1,
    });
    const told = await app.asEditor('GET', `/api/webhooks/${hook.id}/deliveries`);
    expect(told.body).toMatchObject([
      { job: { name: 'mail', reason: 'The mail server could not be reached' } },
    ]);
  });
});

describe('the settings of mail', () => {
  it.each([
    [{ MAIL_FROM: 'The Desk' }, 'MAIL_FROM must be an address such as Desk <desk@example.com>'],
    [{ DKIM_SELECTOR: 'desk1' }, 'DKIM_SELECTOR and DKIM_PRIVATE_KEY go together'],
    [
      { DKIM_SELECTOR: 'desk1', DKIM_PRIVATE_KEY: 'not a key' },
      'DKIM_PRIVATE_KEY must be an RSA key as PEM, its lines separated by \\n',
    ],
  ])('%j stops the start with a sentence', (more, message) => {
    expect(() => settingsWith(more)).toThrow(`Wrong setting: ${message}`);
  });

  it('without a server no e-mail is queued', async () => {
    const isQueued = await transact(app.db, (tx) => queueMail(tx, readSettings({}), LETTER));
    expect(isQueued).toBe(false);
  });
});
