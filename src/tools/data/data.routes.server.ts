import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'hono';
import * as z from 'zod';
import { addressOf, originKey } from '#modules/auth/client-address.server.ts';
import { toCsv } from '#platform/csv.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { orNotFound, tooBusy } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { matchesTag, tagOf, takesGzip } from '#platform/server/buffered-response.server.ts';
import { SHARED_CACHE_CONTROL } from '#platform/server/shared-headers.server.ts';
import { rememberPerVersion, siteVersion } from '#platform/version/site-version.server.ts';
import {
  CSV_NOTE,
  LICENSE,
  RESOURCE_NAMES,
  RESOURCES,
  type ResourceName,
} from './data-resources.ts';
import { type DataRow, readFigures, rowsOf } from './data-rows.server.ts';

type DataFormat = 'csv' | 'json';

/** So many files are sent at once; each holds a batch of rows. */
const MAX_OPEN = 8;
/** So many to one address, so that slow clients of one leave places to all others. */
const MAX_OPEN_OF_ONE = 4;
/** A client that takes a file more slowly than this is left. */
const MAX_MS = 120_000;

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

/** Files as they are read from the database, a batch each time the client has taken the one before. */
const createStreams = () => {
  /** By address, for each file that is being sent. */
  const open: string[] = [];

  async function* paced(
    pieces: AsyncGenerator<string>,
    address: string,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    // Each batch is read on behalf of the visitor who asked, whatever wakes the stream.
    const onBehalf = AsyncLocalStorage.snapshot();
    const until = performance.now() + MAX_MS;
    open.push(address);
    try {
      for (;;) {
        const { done, value } = await onBehalf(() => pieces.next());
        if (done) return;
        if (performance.now() > until) throw new Error('A client took a data file too slowly');
        yield Buffer.from(value);
      }
    } finally {
      open.splice(open.indexOf(address), 1);
    }
  }

  return (
    pieces: AsyncGenerator<string>,
    address: string,
  ): ReadableStream<Uint8Array<ArrayBuffer>> => {
    const ofOne = open.filter((one) => one === address).length;
    if (open.length >= MAX_OPEN || ofOne >= MAX_OPEN_OF_ONE) throw tooBusy();
    const file = paced(pieces, address);
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await file.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          await file.return(undefined);
        },
      },
      // Nothing is read before somebody takes it.
      { highWaterMark: 0 },
    );
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
    'Vendors of software for family offices, the features that such software may have, and what public pages document of each pair; the dated events of the vendors, and their published contract terms. A pair or a topic without a row is not confirmed.',
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
  description:
    'Vendors, features, coverage, events and contract terms as files, for programs and spreadsheets.',
};

const FILES = new Map<string, { name: ResourceName; format: DataFormat }>(
  RESOURCE_NAMES.flatMap((name) => [
    [`${name}.csv`, { name, format: 'csv' }],
    [`${name}.json`, { name, format: 'json' }],
  ]),
);

/** The directory as files, with nothing in them that a reader does not see. */
export const mountData = (
  api: Api,
  { db, siteUrl, trustProxy }: { db: Database; siteUrl: string; trustProxy: number },
) => {
  const stream = createStreams();
  const remember = rememberPerVersion<Awaited<ReturnType<typeof readFigures>>>({ max: 1 });
  const figures = () => remember('', () => readFigures(db));

  /** The same response for all visitors, signed in or not, so that any cache may keep and revalidate it. */
  const sendFile = async (
    c: Context<Env>,
    { name, format }: { name: ResourceName; format: DataFormat },
  ) => {
    const etag = tagOf(JSON.stringify([name, format, RESOURCES[name].fields, siteVersion()]));
    c.header('Content-Type', `${FORMATS[format].mediatype}; charset=utf-8`);
    c.header('Content-Disposition', `attachment; filename="${name}.${format}"`);
    c.header('Cache-Control', SHARED_CACHE_CONTROL);
    c.header('ETag', etag);
    c.header('Vary', 'Accept-Encoding');
    if (matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
    if (c.req.method === 'HEAD') return c.body(null);
    const address = originKey(addressOf(c, trustProxy));
    const pieces = stream(format === 'csv' ? csvOf(db, name) : jsonOf(db, name), address);
    if (!takesGzip(c.req.header('accept-encoding'))) return c.body(pieces);
    c.header('Content-Encoding', 'gzip');
    return c.body(pieces.pipeThrough(new CompressionStream('gzip')));
  };

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
          events: z.int(),
          contracts: z.int(),
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
      'Vendors, features, coverage, events or contract terms as CSV or JSON, and datapackage.json, which describes them',
    access: 'public',
    params: z.object({ file: z.string().max(100) }),
    mediaType: 'text/csv',
    headers: z.object({ ETag: z.string() }),
    failures: { 404: 'No such file', 503: 'Too many files are being sent' },
    handle: async ({ c, params }) => {
      if (params.file !== 'datapackage.json') {
        return sendFile(c, orNotFound(FILES.get(params.file), 'File'));
      }
      const text = JSON.stringify(dataPackage(siteUrl, (await figures()).changed), null, 2);
      const etag = tagOf(text);
      c.header('Cache-Control', SHARED_CACHE_CONTROL);
      c.header('ETag', etag);
      if (matchesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
      return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' });
    },
  });

  return [getDataFiguresCall];
};
