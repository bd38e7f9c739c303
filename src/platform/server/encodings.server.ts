import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

export type Encoding = 'br' | 'gzip' | 'identity';
/** As it came, or packed in both ways. */
export type Bodies = { [E in Encoding]?: Buffer };

/** Hardly a client takes a page unpacked, and packed it is an eighth: it is unpacked for those that do. */
export const identityOf = ({ identity, gzip: packed }: Bodies): Buffer =>
  identity ?? gunzipSync(packed ?? '');

/** Below this a packed response saves no packet; above the other it is not unpacked in a moment. */
const WORTH_IT = 860;
const TOO_LARGE = 1_000_000;
/** A page that a change drops soon is packed in a hurry; one that is asked for often, once more and with care. */
const QUICK = { brotli: 4, gzip: 1 };
const CAREFUL = { brotli: 10, gzip: 9 };
/** No browser sends a longer list of encodings. */
const MAX_HEADER = 256;
/** A packed page comes in one piece: each piece is a turn of the event loop. */
const CHUNK = 65_536;

const packBrotli = promisify(brotliCompress) as (
  body: Buffer,
  options: { params: Record<number, number>; chunkSize: number },
) => Promise<Buffer>;
const packGzip = promisify(gzip) as (
  body: Buffer,
  options: { level: number; chunkSize: number },
) => Promise<Buffer>;

const takerOf = (header: string) => {
  const offers = parseAccept(header.toLowerCase());
  const qualityOf = (name: string) => offers.find(({ type }) => type === name)?.q;
  return (name: Encoding) => (qualityOf(name) ?? qualityOf('*') ?? 0) > 0;
};

/** Whether a client takes what is packed in this way alone. */
export const takesGzip = (header = ''): boolean => takerOf(header)('gzip');

const read = (header: string): Encoding => {
  const takes = takerOf(header);
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
};

/** Browsers send a handful of different headers, so each is read once. */
const headers = new LRUCache<string, Encoding>({ max: 200, memoMethod: read });

export const pickEncoding = (header: string | undefined): Encoding => {
  if (header === undefined) return 'identity';
  return header.length > MAX_HEADER ? read(header) : headers.memo(header);
};

const brotliAt = (body: Buffer, quality: number) =>
  packBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
    chunkSize: CHUNK,
  });

const isPackable = (contentType: string): boolean =>
  /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml|wasm)|image\/svg)/.test(
    contentType,
  );

/** Packed outside the event loop, at a quality that a waiting visitor does not feel. */
export const packBody = async (identity: Buffer, contentType: string): Promise<Bodies> => {
  if (identity.length < WORTH_IT || !isPackable(contentType)) return { identity };
  const [br, gz] = await Promise.all([
    brotliAt(identity, QUICK.brotli),
    packGzip(identity, { level: QUICK.gzip, chunkSize: CHUNK }),
  ]);
  return { br, gzip: gz, ...(identity.length > TOO_LARGE ? { identity } : {}) };
};

/** One after the other, because each takes a hundred times as long as the first packing. */
const inTurn = pLimit(1);

/** A page that is asked for often earns smaller bytes, made in the background. */
export const packBest = (bodies: Bodies, isWanted: () => boolean): Promise<Bodies | null> =>
  inTurn(async () => {
    if (!isWanted()) return null;
    const identity = identityOf(bodies);
    const br = await brotliAt(identity, CAREFUL.brotli);
    const gz = await packGzip(identity, { level: CAREFUL.gzip, chunkSize: CHUNK });
    return { ...bodies, br, gzip: gz };
  });

/** Whether an Accept header names Markdown and ranks it no lower than HTML; a wildcard alone means HTML. */
export const prefersMarkdown = (accept: string | undefined): boolean => {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const ranked = parseAccept(accept.toLowerCase());
  const rankOf = (...types: string[]) =>
    types.map((type) => ranked.find((one) => one.type === type)?.q).find((q) => q !== undefined);
  const markdown = rankOf('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (rankOf('text/html', 'text/*', '*/*') ?? 0);
};
