import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { uploads } from './uploads.tables.server.ts';

let app: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
  app = await buildApp({ settings: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#147d64' } });

const formOf = (bytes: Uint8Array | string, type = 'image/png', name = 'picture.png') => {
  const form = new FormData();
  const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  form.set('file', new File([part], name, { type }));
  return form;
};

const send = async (body: BodyInit, headers: Record<string, string> = { cookie: app.cookie }) => {
  const response = await app.api.request('/api/uploads', { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
};

const listStored = () => app.db.select().from(uploads).orderBy(uploads.name);

const readStored = async (url: string) =>
  Buffer.from(await (await app.api.request(url)).arrayBuffer());

const expectRefusal = async (body: BodyInit, status: number, message: string) => {
  const before = await listStored();
  const response = await send(body);
  expect({ status: response.status, message: response.body.message }).toEqual({ status, message });
  expect(await listStored()).toEqual(before);
};

/** A valid PNG of a few kilobytes that claims to be 30,000 by 30,000. */
const makeBomb = () => {
  const side = 30_000;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32Of(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((side / 8 + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const crc32Of = (bytes: Buffer) => {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
};

describe('POST /api/uploads', () => {
  it('PROMISE 1 401 for an anonymous visitor, and nothing is stored', async () => {
    const body = formOf(await picture(10, 10).png().toBuffer());
    const { status } = await send(body, {});
    expect(status).toBe(401);
    expect(await listStored()).toEqual([]);
  });

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'A16.11 takes %s and serves it as WebP under a random name',
    async (format) => {
      const bytes = await picture(40, 20).toFormat(format).toBuffer();
      // The name and the type are the browser's; the bytes decide.
      const { status, body } = await send(formOf(bytes, 'application/x-what', '../../x.svg'));
      expect(status).toBe(201);
      expect(body).toMatchObject({ width: 40, height: 20 });
      expect(body.url).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/);

      const response = await app.api.request(body.url);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-length': String(body.bytes),
      });
      const stored = new Uint8Array(await response.arrayBuffer());
      expect(stored).toHaveLength(body.bytes);
      expect((await sharp(stored).metadata()).format).toBe('webp');
    },
  );

  it('A16.11 turns it upright, makes it at most 2000 px, and strips what it carried', async () => {
    const bytes = await picture(3000, 1500)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'Somebody Private' } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Somebody Private')).toBe(true);
    const { body } = await send(formOf(bytes));
    expect(body).toMatchObject({ width: 1000, height: 2000 });
    const stored = await readStored(body.url);
    expect(stored.includes('Somebody Private')).toBe(false);
    const { exif, orientation } = await sharp(stored).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
  });

  it('A16.11 keeps transparency', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const image = sharp({ create: { width: 8, height: 8, channels: 4, background: clear } });
    const { body } = await send(formOf(await image.png().toBuffer()));
    expect((await sharp(await readStored(body.url)).metadata()).hasAlpha).toBe(true);
  });

  it('PROMISE 7 PROMISE 12 refuses SVG and all that is no image, with 415', async () => {
    const message = 'Please choose a PNG, JPEG, WebP, GIF or AVIF image';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await expectRefusal(formOf(svg, 'image/svg+xml'), 415, message);
    await expectRefusal(formOf(svg, 'image/png'), 415, message);
    await expectRefusal(formOf(`<?xml version="1.0"?>${svg}`), 415, message);
    await expectRefusal(formOf('<html><script>alert(1)</script></html>'), 415, message);
    await expectRefusal(formOf('%PDF-1.7 and more of it'), 415, message);
    await expectRefusal(formOf('GIF8'), 415, message);
    const tiff = await picture(5, 5).tiff().toBuffer();
    await expectRefusal(formOf(tiff), 415, message);
    const json = await app.asEditor('POST', '/api/uploads', { file: 'x' });
    expect(json.status).toBe(415);
  });

  it('PROMISE 12 refuses what is damaged, missing or no form, with 400', async () => {
    const whole = await picture(400, 400).png().toBuffer();
    const damaged = 'The image is damaged and cannot be read';
    await expectRefusal(formOf(whole.subarray(0, 60)), 400, damaged);
    await expectRefusal(formOf('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, damaged);
    await expectRefusal(formOf(new Uint8Array()), 400, 'Please choose an image');
    const text = new FormData();
    text.set('file', 'words');
    await expectRefusal(text, 400, 'Please choose an image');
    const headers = { cookie: app.cookie, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await send('--y\r\nnonsense', headers)).status).toBe(400);
    const noBoundary = { ...headers, 'content-type': 'multipart/form-data' };
    expect((await send('nonsense', noBoundary)).status).toBe(400);
  });

  it('PROMISE 12 refuses more than 5 MB with 413', async () => {
    const large = new Uint8Array(5_242_881);
    await expectRefusal(formOf(large), 413, 'The image is larger than 5 MB');
    const larger = new Uint8Array(6_000_000);
    await expectRefusal(formOf(larger), 413, 'The request is too large');
  });

  it('PROMISE 12 refuses a small file of 900 megapixels before unpacking it', async () => {
    const bomb = makeBomb();
    expect(bomb.length).toBeLessThan(500_000);
    const before = process.memoryUsage().rss;
    await expectRefusal(formOf(bomb), 400, 'The image is too large: at most 40 megapixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it('PROMISE 26 a folder that cannot be written takes no picture away', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, 'not a folder');
    const other = await buildApp({ settings: { DATA_DIR: file } });
    try {
      const response = await other.api.request('/api/uploads', {
        method: 'POST',
        headers: { cookie: other.cookie },
        body: formOf(await picture(4, 4).png().toBuffer()),
      });
      expect(response.status).toBe(201);
      const { url } = await response.json();
      expect((await other.api.request(url)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

describe('GET /uploads/{name}', () => {
  it('PROMISE 1 reads nothing but uploads, whatever the spelling', async () => {
    const names = [
      '..%2Fpostgres.log',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      `${'0'.repeat(32)}.webp`,
      `${'0'.repeat(32)}.webp%00`,
      `${'A'.repeat(32)}.webp`,
      'x.webp.part',
    ];
    for (const name of names) {
      const response = await app.api.request(`/uploads/${name}`);
      expect([400, 404]).toContain(response.status);
    }
  });
});
