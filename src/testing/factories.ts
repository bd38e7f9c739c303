import type * as z from 'zod';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { snakeCase } from '#platform/db/naming.ts';
import type { TestApp } from './build-app.ts';

export type Draft = Record<string, unknown>;

const kebab = (key: string) => snakeCase(key).replaceAll('_', '-');

/** A value that fits a zod shape; texts are paths, which also do as links. */
const sampleOf = (schema: z.ZodType): unknown => {
  const def = schema._zod.def as unknown as {
    type: string;
    element: z.ZodType;
    innerType: z.ZodType;
    options: z.ZodType[];
    shape: Record<string, z.ZodType>;
    entries: Record<string, string>;
    valueType: z.ZodType;
  };
  switch (def.type) {
    case 'array':
      return [sampleOf(def.element)];
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, part]) => [key, sampleOf(part)]),
      );
    case 'nullable':
    case 'optional':
      return sampleOf(def.innerType);
    case 'union':
      return sampleOf(def.options[0] as z.ZodType);
    case 'record':
      return { name: sampleOf(def.valueType) };
    case 'enum':
      return Object.values(def.entries)[0];
    case 'number':
      return 3;
    case 'boolean':
      return true;
    default:
      return '/sample';
  }
};

export const writableFields = (collection: Collection): [string, Field][] =>
  fieldEntries(collection).filter(([, field]) => !field.server);

/** Items made from the definitions alone: what a field needs follows from its kind. */
export const createFactories = (app: TestApp) => {
  let made = 0;

  const find = (name: string) => app.content.partsOf(name).collection;

  const sampleFor = async (key: string, field: Field): Promise<unknown> => {
    made += 1;
    switch (field.kind) {
      case 'slug':
        return `item-${made}`;
      case 'link':
        return `/${kebab(key)}-${made}`;
      case 'integer':
        return made;
      case 'flag':
        return field.default !== true;
      case 'date':
        return '2024-05-06T07:08:09.123Z';
      case 'choice':
        return field.choices?.at(-1);
      case 'list':
        return [`${key} one ${made}`, `${key} two`];
      case 'reference':
        return (await create(field.to ?? '')).id;
      case 'references':
        return [(await create(field.to ?? '')).id];
      case 'json':
        return field.shape ? sampleOf(field.shape) : {};
      default:
        return `${key} ${made}`;
    }
  };

  /** An item that stands between two others is called after them. */
  const slugOfPair = async (collection: Collection, draft: Draft) => {
    const ends = fieldEntries(collection).filter(([, { kind, required }]) => {
      return kind === 'reference' && required;
    });
    if (ends.length < 2) return {};
    const slugs: unknown[] = [];
    for (const [key, { to = '' }] of ends) {
      slugs.push((await app.asEditor('GET', `/api/${to}/${draft[key]}`)).body.slug);
    }
    return { slug: slugs.join('-vs-') };
  };

  const draftFor = async (collection: Collection, fields: [string, Field][], given: Draft) => {
    const draft: Draft = {};
    for (const [key, field] of fields) {
      draft[key] = key in given ? given[key] : await sampleFor(key, field);
    }
    return { ...draft, ...(await slugOfPair(collection, draft)), ...given };
  };

  /** A body with what is required, and nothing else. */
  const minimal = (name: string, given: Draft = {}): Promise<Draft> => {
    const collection = find(name);
    const required = writableFields(collection).filter(([, field]) => field.required);
    return draftFor(collection, required, given);
  };

  /** A body that says something about every field. */
  const filled = (name: string, given: Draft = {}): Promise<Draft> =>
    draftFor(find(name), writableFields(find(name)), given);

  const create = async (name: string, given: Draft = {}): Promise<AnyItem> => {
    const { status, body } = await app.asEditor('POST', `/api/${name}`, await minimal(name, given));
    if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  return { minimal, filled, create };
};

export type Factories = ReturnType<typeof createFactories>;
