import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFailed, TooLarge } from './guarded-fetch-errors.ts';

/** Reads a response's body, unpacked, and stops at the first byte beyond the bound. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  // A length that is announced, packed or not, is judged before anything is read.
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let total = 0;
  // Leaving the loop early, for whatever reason, destroys the stream and with it the connection.
  for await (const chunk of await unpack(response)) {
    if (!Buffer.isBuffer(chunk)) continue;
    total += chunk.length;
    if (total > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}

async function unpack(response: IncomingMessage): Promise<Readable> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  // An error of either end ends both, and reaches the reader through the unpacker.
  const through = (unpacker: Transform, source: Readable = response) =>
    pipeline(source, unpacker, () => {});
  if (encoding === '' || encoding === 'identity') return response;
  if (encoding === 'gzip' || encoding === 'x-gzip') return through(createGunzip());
  if (encoding === 'br') return through(createBrotliDecompress());
  if (encoding !== 'deflate') {
    throw new FetchFailed('The response is packed in a way that we do not read');
  }
  const chunks: AsyncIterator<Buffer> = response.iterator();
  const { value: first } = await chunks.next();
  // Some servers send the bare stream, without the zlib header that the name asks for.
  const hasHeader = ((first?.[0] ?? 8) & 0x0f) === 8;
  return through(hasHeader ? createInflate() : createInflateRaw(), putBack(first, chunks));
}

function putBack(first: Buffer | undefined, rest: AsyncIterator<Buffer>): Readable {
  async function* all() {
    if (first) yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return Readable.from(all());
}

function tooLarge(maxBytes: number): FetchFailed {
  return new TooLarge(`The response is larger than ${Math.ceil(maxBytes / 1024)} kB`);
}
