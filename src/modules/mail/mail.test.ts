import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';
import { createMailer, type Mail } from './mailer.server.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });

const settingsWith = (more: Record<string, string> = {}) =>
  readSettings({
    SITE_URL: 'https://guide.example',
    SMTP_URL: server.url,
    MAIL_FROM: 'The Desk <desk@mail.example>',
    ...more,
  });

const send = async (mail: Partial<Mail>, more: Record<string, string> = {}) => {
  const before = server.letters.length;
  const isSent = await createMailer(
    settingsWith(more),
    log,
  )?.({
    to: 'reader@example.org',
    subject: 'An answer',
    blocks: ['Hello.'],
    ...mail,
  });
  return { isSent, letter: server.letters[before], count: server.letters.length - before };
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

describe('a letter', () => {
  it('says the same as plain text and as HTML, and every link is spelled out', async () => {
    const { isSent, letter } = await send({
      blocks: [
        'Dear reader,\nthank you.',
        { quote: 'It says <b>5</b>.\nTwice.' },
        { link: 'https://guide.example/a?b=1&c=2' },
      ],
    });
    expect(isSent).toBe(true);
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
    const { isSent, count } = await send({ to });
    expect([isSent, count]).toEqual([false, 0]);
    expect(lines.at(-1)).toContain('a letter could not be sent');
    expect(lines.at(-1)).not.toContain('@example.org');
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

  it('RFC 8058 has the link that ends such letters in two headers, whole and signed', async () => {
    const dkim = { DKIM_SELECTOR: 'desk1', DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') };
    const unsubscribe = `https://guide.example/off?token=${'x'.repeat(180)}`;
    const { letter } = await send({ unsubscribe }, dkim);
    const raw = letter?.raw ?? Buffer.alloc(0);
    const headers = headersOf(raw).map((header) => header.replace(/\r\n[ \t]+/g, ' '));
    expect(headers).toContain(`List-Unsubscribe: <${unsubscribe}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const { headers: signed, isGood } = isSigned(raw, publicKey);
    expect([isGood, String(signed).split(':').slice(-2)]).toEqual([
      true,
      ['list-unsubscribe', 'list-unsubscribe-post'],
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

  it('without a server no letter is sent', async () => {
    expect(
      await createMailer(readSettings({}), log)({ to: 'a@example.com', subject: 'S', blocks: [] }),
    ).toBe(false);
  });
});
