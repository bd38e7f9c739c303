import fc from 'fast-check';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface GeneratedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  operation: Operation;
}

/** Texts that have broken programs before. */
const AWKWARD = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '%',
  "'; --",
  '<b>',
  '-1',
  '1e9',
  'null',
  '😀',
  '\u202e',
];
/** Ids and slugs that a test's database has, or lacks. */
const KEYS = [
  '1',
  '2',
  '3',
  '0',
  '-1',
  '2147483647',
  '2147483648',
  '1.5',
  'about',
  'a-vs-b',
  'x.png',
];

const textOf = ({ format, maxLength = 60 }: Schema): fc.Arbitrary<unknown> => {
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ maxLength: Math.min(maxLength, 60) }) },
    { weight: 2, arbitrary: fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?$/) },
    { weight: 1, arbitrary: fc.constantFrom(...AWKWARD) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 5000) + 1)) },
  );
};

const ofType = (
  schema: Schema,
  type: string,
  find: (ref: string) => Schema,
): fc.Arbitrary<unknown> => {
  const {
    minimum = -5,
    maximum = 5_000_000_000,
    items = {},
    properties = {},
    required = [],
  } = schema;
  const names = Object.keys(properties);
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 1, max: 5 }),
        fc.maxSafeInteger(),
        fc.constantFrom(minimum, maximum),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueFor(items, find), { maxLength: 3 });
    default:
      return fc
        .shuffledSubarray(names, { maxLength: Math.min(names.length, 3) })
        .chain((some) =>
          fc.record(
            Object.fromEntries(
              [...required, ...some].map((key) => [key, valueFor(properties[key] ?? {}, find)]),
            ),
          ),
        );
  }
};

/** A value that fits a schema, most of the time. */
const valueFor = (schema: Schema, find: (ref: string) => Schema): fc.Arbitrary<unknown> => {
  if (schema.$ref) return valueFor(find(schema.$ref), find);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => valueFor(part, find)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const fitting = [schema.type ?? 'string'].flat().map((type) => ofType(schema, type, find));
  return fc.oneof(
    { weight: 20 * fitting.length, arbitrary: fc.oneof(...fitting) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
};

/** A part of a path: never empty, and nothing that an address would fold away. */
const pathPart = fc
  .oneof(fc.constantFrom(...KEYS), fc.string({ minLength: 1, maxLength: 30 }))
  .filter((part) => !/^\.{1,2}$/.test(part));

const bodyOf = ({ requestBody }: Operation, find: (ref: string) => Schema) => {
  const json = requestBody?.content['application/json'];
  if (!json) return fc.constant(undefined);
  const fitting = valueFor(json.schema, find);
  return json.example ? fc.oneof(fitting, fc.constant(json.example)) : fitting;
};

const toRequest = (
  [method, template, operation]: [string, string, Operation],
  find: (ref: string) => Schema,
): fc.Arbitrary<GeneratedRequest> => {
  const named = (place: Parameter['in']) =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  const query = fc.record(
    Object.fromEntries(named('query').map(({ name, schema }) => [name, valueFor(schema, find)])),
    { requiredKeys: [] },
  );
  const keys = fc.record(Object.fromEntries(named('path').map(({ name }) => [name, pathPart])));
  const version =
    named('header').length > 0 ? fc.constantFrom('', '"v1"', 'W/"x"', '*') : fc.constant('');
  return fc
    .record({ query, keys, version, body: bodyOf(operation, find) })
    .map(({ query, keys, version, body }) => {
      const values = keys as Record<string, string>;
      const path = template.replace(/\{(\w+)\}/g, (_, key) =>
        encodeURIComponent(values[key] ?? ''),
      );
      const search = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) {
        for (const one of [value].flat()) {
          const text = typeof one === 'object' ? JSON.stringify(one) : String(one);
          search.append(key, text.toWellFormed());
        }
      }
      const headers: Record<string, string> = version === '' ? {} : { 'if-match': version };
      return { method: method.toUpperCase(), path: `${path}?${search}`, headers, body, operation };
    });
};

/** For each call of the document the requests to it, in the document's order. */
export const callsOf = (document: ApiDocument) => {
  const find = (ref: string): Schema =>
    document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      requests: toRequest([method, path, operation], find),
    })),
  );
};
