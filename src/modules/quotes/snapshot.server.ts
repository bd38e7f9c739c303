import { gunzipSync, gzipSync } from 'node:zlib';

/** A text has 200 kB; nothing that was stored unpacks to more. */
const MAX_UNPACKED = 1_000_000;

export const packText = (text: string): Buffer => gzipSync(text);

export const unpackText = (packed: Buffer): string =>
  gunzipSync(packed, { maxOutputLength: MAX_UNPACKED }).toString();
