import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FetchFailed, TooLarge } from './guarded-fetch-errors.ts';

/** An error of either end ends both, and reaches the reader through the unpacker. */
const through = (unpacker: Transform, source: Readable): Readable =>
  pipeline(source, unpacker, () => {});

/** Some servers send the bare stream, without the zlib header that the name asks for. */
const inflate = async (body: Readable): Promise<Readable> => {
  const chunks: AsyncIterator<Buffer> = body.iterator();
  const { value: first } = await chunks.next();
  async function* all() {
    if (first) yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const hasHeader = ((first?.[0] ?? 8) & 0x0f) === 8;
  return through(hasHeader ? createInflate() : createInflateRaw(), Readable.from(all()));
};

/** The streams of undici unpack without an error what is cut off in the middle. */
const unpack = async (body: Readable, encoding: string): Promise<Readable> => {
  if (encoding === '' || encoding === 'identity') return body;
  if (encoding === 'gzip' || encoding === 'x-gzip') return through(createGunzip(), body);
  if (encoding === 'br') return through(createBrotliDecompress(), body);
  if (encoding === 'deflate') return inflate(body);
  throw new FetchFailed('The response is packed in a way that we do not read');
};

const tooLarge = (maxBytes: number) =>
  new TooLarge(`The response is larger than ${Math.ceil(maxBytes / 1024)} kB`);

/** Reads a response's body, unpacked, and stops at the first byte beyond the bound. */
export const readBody = async (
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Uint8Array> => {
  // A length that is announced, packed or not, is judged before anything is read.
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const encoding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of await unpack(body, encoding)) {
    if (!Buffer.isBuffer(chunk)) continue;
    total += chunk.length;
    if (total > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
};
