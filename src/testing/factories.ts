import * as z from 'zod';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { snakeCase } from '#platform/db/naming.ts';
import type { TestApp } from './build-app.ts';

export type Draft = Record<string, unknown>;

const kebab = (key: string) => snakeCase(key).replaceAll('_', '-');

type Schema = z.core.JSONSchema.BaseSchema;

const isSchema = (part: unknown): part is Schema =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

/** A value that fits a schema; texts are paths, which also do as links. */
const sampleBy = (schema: Schema): unknown => {
  const [first] = schema.anyOf ?? [];
  if (first) return sampleBy(first);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'array':
      return isSchema(schema.items) ? [sampleBy(schema.items)] : [];
    case 'object': {
      const { properties = {}, additionalProperties } = schema;
      const named = {
        ...properties,
        ...(isSchema(additionalProperties) && { name: additionalProperties }),
      };
      return Object.fromEntries(
        Object.entries(named).map(([key, part]) => [key, isSchema(part) ? sampleBy(part) : null]),
      );
    }
    case 'integer':
    case 'number':
      return 3;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.format === 'date' ? '2026-11-15' : '/sample';
  }
};

const sampleOf = (schema: z.ZodType): unknown =>
  sampleBy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

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
        if (field.namesBySlug) return sampleOfNamed(field, field.namesBySlug);
        return field.shape ? sampleOf(field.shape) : {};
      default:
        return field.pattern?.example ?? `${key} ${made}`;
    }
  };

  /** Records that name an item by its slug name one that exists. */
  const sampleOfNamed = async (
    { shape }: Field,
    { typeIn, collections }: NonNullable<Field['namesBySlug']>,
  ) => {
    const [[type = '', name = ''] = []] = Object.entries(collections);
    const { slug } = await create(name);
    return z
      .array(z.record(z.string(), z.unknown()))
      .parse(shape ? sampleOf(shape) : [])
      .map((record) => ({ ...record, [typeIn]: type, slug }));
  };

  /** An item that stands between two others is called after them. */
  const slugOfPair = async (collection: Collection, draft: Draft) => {
    const ends = fieldEntries(collection).filter(([, { kind, required }]) => {
      return kind === 'reference' && required;
    });
    if (ends.length < 2 || !slugFieldOf(collection)) return {};
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

  /** Only the vendor can carry every level. */
  const carriedBy = ({ fields }: Collection): Draft =>
    fields.publisher && fields.level ? { publisher: 'vendor' } : {};

  /** A body with what is required, and nothing else. */
  const minimal = (name: string, given: Draft = {}): Promise<Draft> => {
    const collection = find(name);
    const required = writableFields(collection).filter(([, field]) => field.required);
    return draftFor(collection, required, { ...carriedBy(collection), ...given });
  };

  /** Inside of its choices a vendor names others by their slugs. */
  const choicesOf = async ({ fields }: Collection): Promise<Draft> => {
    if (!fields.alternativeChoices) return {};
    const { slug } = await create('vendors');
    return { alternativeChoices: [{ vendor: slug, choice: 'pin', reason: 'A sample' }] };
  };

  /** A body that says something about every field. */
  const filled = async (name: string, given: Draft = {}): Promise<Draft> => {
    const collection = find(name);
    const choices = await choicesOf(collection);
    return draftFor(collection, writableFields(collection), {
      ...choices,
      ...carriedBy(collection),
      ...given,
    });
  };

  const create = async (name: string, given: Draft = {}): Promise<AnyItem> => {
    const { status, body } = await app.asEditor('POST', `/api/${name}`, await minimal(name, given));
    if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  return { minimal, filled, create };
};

export type Factories = ReturnType<typeof createFactories>;
