import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Bodies = { identity: Buffer } & { [E in Encoding]?: Buffer };

/** Below this a packed answer saves no packet. */
const WORTH_IT = 860;
const FIRST_QUALITY = 5;
const BEST_QUALITY = 10;
const REMEMBERED = 200;

const packBrotli = promisify(brotliCompress) as (
  body: Buffer,
  options: { params: Record<number, number> },
) => Promise<Buffer>;
const packGzip = promisify(gzip) as (body: Buffer, options: { level: number }) => Promise<Buffer>;

const remembered = new Map<string, Encoding>();

const read = (header: string): Encoding => {
  const offers = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...rest] = part.split(';').map((piece) => piece.trim());
    const quality = rest.find((piece) => piece.startsWith('q='))?.slice(2);
    offers.set(name, quality === undefined ? 1 : Number(quality));
  }
  const takes = (name: string) => (offers.get(name) ?? offers.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
};

/** Browsers send a handful of different headers, so each is read once. */
export const pickEncoding = (header: string | undefined): Encoding => {
  if (header === undefined) return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  const picked = read(header);
  if (remembered.size >= REMEMBERED) remembered.clear();
  if (header.length <= 256) remembered.set(header, picked);
  return picked;
};

const brotliAt = (body: Buffer, quality: number) =>
  packBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

export const isPackable = (contentType: string): boolean =>
  /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml|wasm)|image\/svg)/.test(
    contentType,
  );

/** Packed outside the event loop, at a quality that a waiting visitor does not feel. */
export const packBody = async (identity: Buffer, contentType: string): Promise<Bodies> => {
  if (identity.length < WORTH_IT || !isPackable(contentType)) return { identity };
  const [br, gz] = await Promise.all([
    brotliAt(identity, FIRST_QUALITY),
    packGzip(identity, { level: 6 }),
  ]);
  return { identity, br, gzip: gz };
};

/** A page that is asked for often earns smaller bytes, made while nobody waits. */
export const packBest = (identity: Buffer): Promise<Buffer> => brotliAt(identity, BEST_QUALITY);
