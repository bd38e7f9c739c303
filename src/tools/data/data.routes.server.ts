import type { Context } from 'hono';
import * as z from 'zod';
import type { Database } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { matchesTag, tagOf, takesGzip } from '#platform/server/buffered-response.server.ts';
import { sharedCacheControl } from '#platform/server/shared-headers.server.ts';
import { createDataFiles, type DataFile, type DataFormat, inflate } from './data-files.server.ts';
import {
  CSV_NOTE,
  LICENSE,
  RESOURCE_NAMES,
  RESOURCES,
  type ResourceName,
} from './data-resources.ts';
import { readFigures } from './data-rows.server.ts';

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

const FILE = z.enum(RESOURCE_NAMES.flatMap((name) => [`${name}.csv`, `${name}.json`] as const));
const typeOf = (format: DataFormat) => `${FORMATS[format].mediatype}; charset=utf-8`;

/** The same response for all visitors, signed in or not, so that any cache may keep and revalidate it. */
const validators = (etag: string) => ({ 'Cache-Control': sharedCacheControl(false), ETag: etag });

const unchanged = (c: Context<Env>, headers: ReturnType<typeof validators>) =>
  matchesTag(c.req.header('if-none-match'), headers.ETag) ? c.body(null, 304, headers) : null;

const send = (
  c: Context<Env>,
  { name, format }: { name: string; format: DataFormat },
  file: DataFile,
) => {
  const headers = {
    'Content-Type': typeOf(format),
    'Content-Disposition': `attachment; filename="${name}"`,
    Vary: 'Accept-Encoding',
    ...validators(file.etag),
  };
  const notModified = unchanged(c, headers);
  if (notModified) return notModified;
  if (takesGzip(c.req.header('accept-encoding')))
    return c.body(file.gzipped, 200, { ...headers, 'Content-Encoding': 'gzip' });
  return c.body(inflate(file), 200, headers);
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
      if (params.file === 'datapackage.json') return describe(c);
      const file = FILE.safeParse(params.file);
      if (!file.success) throw notFound('File');
      const [name, format] = file.data.split('.') as [(typeof RESOURCE_NAMES)[number], DataFormat];
      return send(c, { name: file.data, format }, await readFile(name, format));
    },
  });

  const describe = async (c: Context<Env>) => {
    const text = JSON.stringify(dataPackage(siteUrl, (await figures()).changed), null, 2);
    const headers = { 'Content-Type': typeOf('json'), ...validators(tagOf(text, [])) };
    return unchanged(c, headers) ?? c.body(text, 200, headers);
  };

  return [getDataFiguresCall];
};
