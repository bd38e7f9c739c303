import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Context } from 'hono';
import pLimit from 'p-limit';
import * as z from 'zod';
import { toCsv } from '#platform/csv.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { orNotFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { createSingleFlight, createStore, rememberUntilChange } from '#platform/remember.server.ts';
import { matchesTag, tagOf, takesGzip } from '#platform/server/buffered-response.server.ts';
import { sharedCacheControl } from '#platform/server/shared-headers.server.ts';
import {
  CSV_NOTE,
  LICENSE,
  RESOURCE_NAMES,
  RESOURCES,
  type ResourceName,
} from './data-resources.ts';
import { type DataRow, readFigures, rowsOf } from './data-rows.server.ts';

type DataFormat = 'csv' | 'json';

interface DataFile {
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

/** The text of a file for clients without gzip, a piece at a time as they take it. */
const inflate = (gzipped: DataFile['gzipped']) => {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(gzipped.subarray(at, at + PIECE));
      at += PIECE;
      if (at >= gzipped.length) controller.close();
    },
  });
  return pieces.pipeThrough(new DecompressionStream('gzip'));
};

/**
 * The files, each cached compressed until a change, built one at a time. A request during a build waits for the next
 * build and never for a second one: that build begins after the request and so after every change before it.
 */
const createDataFiles = (db: Executor) => {
  const store = createStore<DataFile>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ gzipped }) => gzipped.length,
  });
  const share = createSingleFlight<DataFile>();
  const inTurn = pLimit(1);
  const waiting = new Map<string, Promise<DataFile>>();

  const make = async (name: ResourceName, format: DataFormat): Promise<DataFile> => {
    const parts = format === 'csv' ? csvOf(db, name) : jsonOf(db, name);
    const gzipped = await pipeline(parts, createGzip(), (packed) => buffer(packed));
    return { gzipped, etag: tagOf(gzipped) };
  };

  return async (name: ResourceName, format: DataFormat): Promise<DataFile> => {
    const key = `${name}.${format}`;
    const findCurrent = () => store.get(key)?.value;
    const build = async () => {
      waiting.delete(key);
      // The build before this one may have been of the same file.
      const current = findCurrent();
      if (current) return current;
      const { made } = await share(key, () => make(name, format));
      store.set(key, made);
      return made.value;
    };
    // A file that is there waits for no build of another.
    const current = findCurrent();
    if (current) return current;
    const next = waiting.get(key) ?? inTurn(build);
    waiting.set(key, next);
    return next;
  };
};

/** The same rows in two ways: what is said of such a file, and of a column that holds several texts. */
const FORMATS = {
  csv: {
    mediatype: 'text/csv',
    suffix: '',
    description: CSV_NOTE,
    ofList: (about: string) => ({ description: `${about}; several are separated by '; '` }),
  },
  json: {
    mediatype: 'application/json',
    suffix: '-json',
    description:
      'The same rows as objects: nothing is put before a text, and what is not known is null.',
    ofList: () => ({ type: 'array' }),
  },
};

const describeFile = (siteUrl: string, name: ResourceName, format: DataFormat) => {
  const { title, fields, key } = RESOURCES[name];
  const { mediatype, suffix, description, ofList } = FORMATS[format];
  return {
    name: name + suffix,
    title,
    description,
    path: `${siteUrl}/data/${name}.${format}`,
    type: 'table',
    format,
    mediatype,
    encoding: 'utf-8',
    schema: {
      fields: fields.map((field) => ({
        name: field.name,
        type: field.type === 'date' ? 'date' : 'string',
        description: field.description,
        ...(field.type === 'list' ? ofList(field.description) : {}),
      })),
      primaryKey: key,
    },
  };
};

/** The files, their columns and their license, in the form of datapackage.org. */
const dataPackage = (siteUrl: string, changed: string | null) => ({
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: 'family-office-software',
  title: 'Family office software: vendors, features and what is documented',
  description:
    'Vendors of software for family offices, the features that such software may have, and what public pages document of each pair. A pair without a row is not confirmed.',
  homepage: `${siteUrl}/data`,
  ...(changed ? { created: changed, version: changed.slice(0, 10) } : {}),
  licenses: [LICENSE],
  resources: RESOURCE_NAMES.flatMap((name) => [
    describeFile(siteUrl, name, 'csv'),
    describeFile(siteUrl, name, 'json'),
  ]),
});

const TAG = {
  name: 'Open data',
  description: 'Vendors, features and coverage as files, for programs and spreadsheets.',
};

const FILES = new Map<string, { name: ResourceName; format: DataFormat }>(
  RESOURCE_NAMES.flatMap((name) => [
    [`${name}.csv`, { name, format: 'csv' }],
    [`${name}.json`, { name, format: 'json' }],
  ]),
);

/** The same response for all visitors, signed in or not, so that any cache may keep and revalidate it. */
const send = (c: Context<Env>, format: DataFormat, etag: string, bodyOf: () => Response) => {
  c.header('Content-Type', `${FORMATS[format].mediatype}; charset=utf-8`);
  c.header('Cache-Control', sharedCacheControl(false));
  c.header('ETag', etag);
  return matchesTag(c.req.header('if-none-match'), etag) ? c.body(null, 304) : bodyOf();
};

/** The directory as files: made once after a change, and nothing in them that a reader does not see. */
export const mountData = (api: Api, { db, siteUrl }: { db: Database; siteUrl: string }) => {
  const readFile = createDataFiles(db);
  const remember = rememberUntilChange<Awaited<ReturnType<typeof readFigures>>>({ max: 1 });
  const figures = () => remember('', () => readFigures(db));

  const getDataFiguresCall = endpoint(api, {
    method: 'get',
    id: 'getOpenData',
    path: '/api/data',
    tag: TAG,
    summary: 'How many rows the open data has, its date and its license',
    access: 'public',
    response: z
      .object({
        changed: z.iso.datetime().nullable(),
        rows: z.object({
          vendors: z.int(),
          features: z.int(),
          coverage: z.int(),
          statements: z.int(),
        }),
        license: z.object({ name: z.string(), title: z.string(), path: z.string() }),
      })
      .meta({ id: 'OpenData' }),
    handle: async () => {
      const { changed, ...rows } = await figures();
      return { changed, rows, license: LICENSE };
    },
  });

  endpoint(api, {
    method: 'get',
    id: 'getDataFile',
    path: '/data/{file}',
    tag: TAG,
    summary:
      'Vendors, features or coverage as CSV or JSON, and datapackage.json, which describes them',
    access: 'public',
    // It keeps its files itself, compressed.
    cacheable: false,
    params: z.object({ file: z.string().max(100) }),
    mediaType: 'text/csv',
    headers: z.object({ ETag: z.string() }),
    failures: { 404: 'No such file' },
    handle: async ({ c, params }) => {
      if (params.file === 'datapackage.json') {
        const text = JSON.stringify(dataPackage(siteUrl, (await figures()).changed), null, 2);
        return send(c, 'json', tagOf(text), () => c.body(text));
      }
      const { name, format } = orNotFound(FILES.get(params.file), 'File');
      const { gzipped, etag } = await readFile(name, format);
      c.header('Content-Disposition', `attachment; filename="${params.file}"`);
      c.header('Vary', 'Accept-Encoding');
      return send(c, format, etag, () => {
        if (!takesGzip(c.req.header('accept-encoding'))) return c.body(inflate(gzipped));
        c.header('Content-Encoding', 'gzip');
        return c.body(gzipped);
      });
    },
  });

  return [getDataFiguresCall];
};
