import * as z from 'zod';
import { memoByKey } from '#platform/memo.ts';
import { type CardOf, type Collection, fieldEntries, type ItemOf, keysOf } from './collection.ts';
import { documentOf } from './document.ts';
import { type Field, labelOf } from './fields.ts';
import { ruleOf, shapeOf } from './validators.ts';

type Shape = Record<string, z.ZodType>;

/** A content type's additions to its responses; cards are made from list items. */
export type Additions = { detail?: Shape; list?: Shape; card?: Shape };

export type With<Item, Added, Kind extends keyof Additions> =
  Added extends Record<Kind, infer S extends Shape>
    ? Omit<Item, keyof S> & { [Key in keyof S]: z.output<S[Key]> }
    : Item;

const dateTime = z.iso.datetime();
const base = { id: z.int(), version: z.int(), createdAt: dateTime, updatedAt: dateTime };

/** A field as it is stored; how long a text may be was asked when it was written. */
const storedSchemaOf = (key: string, field: Field): z.ZodType => {
  if (field.kind === 'date') return dateTime.nullable();
  const isText = ['text', 'markdown', 'slug', 'link'].includes(field.kind);
  const stored = isText ? z.string() : ruleOf(labelOf(key, field), field, []);
  const isFilled = field.required || field.default !== undefined;
  return isFilled && !field.editorsOnly ? stored : stored.nullable();
};

const itemSchema = (collection: Collection) =>
  z.object({ ...base, ...shapeOf(fieldEntries(collection), storedSchemaOf) });

const schemasOf = memoByKey((collection: Collection) => {
  const { one } = documentOf(collection).names;
  const item = itemSchema(collection);
  const shown = keysOf(collection, true);
  const fields = fieldEntries(collection).filter(([key]) => shown.includes(key));
  const card = z.object({ ...base, ...shapeOf(fields, storedSchemaOf) });
  return { item: item.meta({ id: one }), card: card.meta({ id: `${one}Card` }) };
});

/** An item, and what a card shows of it: made from the same fields as their types. */
export const responsesOf = <C extends Collection>(collection: C) => {
  const { item, card } = schemasOf(collection);
  return { item: item as z.ZodType<ItemOf<C>>, card: card as z.ZodType<CardOf<C>> };
};

export const allResponsesOf = (collection: Collection, added: Additions = {}) => {
  const { one } = documentOf(collection).names;
  const { item, card } = schemasOf(collection);
  const html = z.record(z.string(), z.string()).meta({ description: 'Each text as finished HTML' });
  const detail = itemSchema(collection).extend({ html, ...added.detail });
  const listed = itemSchema(collection).extend({ ...added.list });
  const shown = z.object({ ...card.shape, ...added.list, ...added.card });
  return {
    item,
    listed: added.list ? listed.meta({ id: `${one}Listed` }) : item,
    card: added.list || added.card ? shown.meta({ id: `${one}Card` }) : card,
    detail: detail.meta({ id: `${one}Detail` }),
  };
};

export type CollectionResponses = ReturnType<typeof allResponsesOf>;

export const success = z.object({ success: z.literal(true) }).meta({ id: 'Done' });
