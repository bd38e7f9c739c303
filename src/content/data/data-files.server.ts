import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import { toCsv } from '#platform/csv.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { tagOf } from '#platform/server/buffered-response.server.ts';
import { RESOURCES, type ResourceName } from './data-resources.ts';
import { type DataRow, rowsOf } from './data-rows.server.ts';

export type DataFormat = 'csv' | 'json';

export interface DataFile {
  gzipped: Buffer<ArrayBuffer>;
  etag: string;
}

const MAX_BYTES = 64 * 1024 * 1024;

const asLine = (name: ResourceName, row: DataRow) =>
  RESOURCES[name].fields.map((field) => [row[field.name] ?? ''].flat().join('; '));

async function* csvOf(db: Executor, name: ResourceName): AsyncGenerator<string> {
  yield toCsv([RESOURCES[name].fields.map((field) => field.name)]);
  for await (const rows of rowsOf(db, name)) yield toCsv(rows.map((row) => asLine(name, row)));
}

async function* jsonOf(db: Executor, name: ResourceName): AsyncGenerator<string> {
  let start = '[\n';
  for await (const rows of rowsOf(db, name)) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n');
    start = ',\n';
  }
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

const compress = async (parts: AsyncIterable<string>): Promise<Buffer<ArrayBuffer>> => {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(gzip, 'end');
  for await (const part of parts) if (!gzip.write(part)) await once(gzip, 'drain');
  gzip.end();
  await ended;
  return Buffer.concat(chunks);
};

/** The text of a file, a piece at a time as the client takes it; one that goes away ends it. */
export const inflate = ({ gzipped }: DataFile): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const gunzip = createGunzip();
  gunzip.end(gzipped);
  const pieces: AsyncIterator<Buffer<ArrayBuffer>> = gunzip[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
};

/** The files, each made once after a change and cached compressed. */
export const createDataFiles = (db: Executor) => {
  const remember = rememberUntilChange<DataFile>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ gzipped }) => gzipped.length,
  });
  return (name: ResourceName, format: DataFormat) =>
    remember(`${name}.${format}`, async () => {
      const gzipped = await compress(format === 'csv' ? csvOf(db, name) : jsonOf(db, name));
      return { gzipped, etag: tagOf(gzipped, []) };
    });
};
