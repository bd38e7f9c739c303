import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pLimit from 'p-limit';
import { toCsv } from '#platform/csv.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { createSingleFlight, createStore } from '#platform/remember.server.ts';
import { tagOf } from '#platform/server/buffered-response.server.ts';
import { RESOURCES, type ResourceName } from './data-resources.ts';
import { type DataRow, rowsOf } from './data-rows.server.ts';

export type DataFormat = 'csv' | 'json';

export interface DataFile {
  gzipped: Buffer<ArrayBuffer>;
  etag: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** As much as one read of a piece may take. */
const PIECE = 65_536;

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

const compress = (parts: AsyncIterable<string>): Promise<Buffer<ArrayBuffer>> =>
  pipeline(parts, createGzip(), (packed) => buffer(packed));

/** Clients without gzip share half of the threads that unpack, a piece at a time: the rest is for other requests. */
const unpackInTurn = pLimit(2);

/** The text of a file, a piece at a time as the client takes it; one that goes away ends it. */
export const inflate = ({ gzipped }: DataFile): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const pieces: AsyncIterator<Buffer<ArrayBuffer>> = gunzip[Symbol.asyncIterator]();
  let given = 0;
  // The next piece is only unpacked from the input it needs, so an idle client holds no thread.
  const feed = () => {
    while (given < gzipped.length && !gunzip.writableNeedDrain) {
      gunzip.write(gzipped.subarray(given, given + PIECE));
      given += PIECE;
    }
    if (given >= gzipped.length && !gunzip.writableEnded) gunzip.end();
  };
  gunzip.on('drain', feed);
  return new ReadableStream(
    {
      async pull(controller) {
        if (given === 0) feed();
        const { done, value } = await unpackInTurn(() => pieces.next());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    // Nothing is unpacked for a request that only asks for the head.
    { highWaterMark: 0 },
  );
};

/**
 * The files, each cached compressed until a change, built one at a time. A request during a build waits for the next
 * build and never for a second one: that build begins after the request and so after every change before it.
 */
export const createDataFiles = (db: Executor) => {
  const store = createStore<DataFile>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ gzipped }) => gzipped.length,
  });
  const share = createSingleFlight<DataFile>();
  const makeInTurn = pLimit(1);
  const waiting = new Map<string, Promise<DataFile>>();

  const make = async (name: ResourceName, format: DataFormat): Promise<DataFile> => {
    const gzipped = await compress(format === 'csv' ? csvOf(db, name) : jsonOf(db, name));
    return { gzipped, etag: tagOf(gzipped, []) };
  };

  const read = async (key: string, load: () => Promise<DataFile>): Promise<DataFile> => {
    waiting.delete(key);
    const cached = store.get(key);
    if (cached) return cached.value;
    const { made } = await share(key, load);
    store.set(key, made);
    return made.value;
  };

  return async (name: ResourceName, format: DataFormat): Promise<DataFile> => {
    const key = `${name}.${format}`;
    const cached = store.get(key);
    if (cached) return cached.value;
    const next = waiting.get(key) ?? makeInTurn(() => read(key, () => make(name, format)));
    waiting.set(key, next);
    return next;
  };
};
