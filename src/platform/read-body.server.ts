import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFailed } from './guarded-fetch-errors.ts';

/** Reads an answer's body, unpacked, and stops at the first byte beyond the bound. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  // The bound also holds for what comes over the wire, packed or not.
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
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const unpacker = await makeUnpacker(encoding, response);
  // An error of either ends both, and reaches the reader through the unpacker.
  pipeline(response, unpacker, () => {});
  return unpacker;
}

async function makeUnpacker(encoding: string, response: IncomingMessage) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'deflate') {
    // Some servers send the bare stream without the zlib header that the name asks for.
    return (await startsWithZlibHeader(response)) ? createInflate() : createInflateRaw();
  }
  throw new FetchFailed('The answer is packed in a way that we do not read');
}

async function startsWithZlibHeader(response: IncomingMessage): Promise<boolean> {
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    response.once('readable', () => resolve(response.read()));
    response.once('error', reject);
    response.once('close', () => reject(new FetchFailed('The host closed the connection')));
  });
  if (first) response.unshift(first);
  return first === null || ((first[0] ?? 0) & 0x0f) === 8;
}

function tooLarge(maxBytes: number): FetchFailed {
  return new FetchFailed(`The answer is larger than ${Math.ceil(maxBytes / 1024)} kB`);
}
