import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';

export interface Quoted {
  /** The part of the item that the quote is about; '' for the item itself. */
  field: string;
  url: string;
  quote: string;
  /** Which of several facts of a field; '' where it has one. */
  value: string;
  /** The field of the form that holds it. */
  key: string;
}

type Holder = Readonly<Record<string, unknown>>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const quotedIn = (holder: Holder, key: string, field: string): Quoted[] => {
  const [quote, value] = [textOf(holder.quote), textOf(holder.value)];
  return quote === '' ? [] : [{ field, key, quote, url: textOf(holder.url), value }];
};

/** A quote stands beside the address of its page: in fields of the item, or in the records of one of its lists. */
export const quotesOf = (collection: Collection, item: AnyItem | null): Quoted[] => {
  if (!item) return [];
  const own = collection.fields.quote ? quotedIn(item, 'quote', '') : [];
  const listed = fieldEntries(collection).flatMap(([key, { kind }]) => {
    const records = item[key];
    if (kind !== 'json' || !Array.isArray(records)) return [];
    return records
      .filter(isHolder)
      .flatMap((record) => quotedIn(record, key, textOf(record.field) || key));
  });
  return [...own, ...listed];
};
