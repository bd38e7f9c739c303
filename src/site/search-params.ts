import { type FieldsOf, type Readers, readFields } from '#client/read-fields.ts';

export type SearchValue = string | string[];

/** Plain query strings, as a GET form writes them: repeated keys are lists, everything is text. */
export const parseSearch = (query: string): Record<string, SearchValue> => {
  const params = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
};

export const formSearch = (form: HTMLFormElement): Record<string, SearchValue> => {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) params.append(name, String(value));
  return parseSearch(params.toString());
};

/*
 * A page reads its address by one function of such values, its `validateSearch`. The router hands `loaderDeps` all
 * other parameters too: a page of one parameter names it there, one of several has the same function pick them.
 */
const MAX_TEXT = 200;
const MAX_VALUES = 20;

/** Under it a validator of the site holds the names of the parameters that it reads, whatever their values are. */
export const PARAMS = Symbol('params');

/** A page's `validateSearch`. Each parameter is read by itself, so that no condition can ask for another one. */
export const searchReader = <Given extends Readers>(readers: Given) =>
  Object.assign(
    (search: Record<string, unknown>): Partial<FieldsOf<Given>> => readFields(readers, search),
    { [PARAMS]: Object.keys(readers) },
  );

export const textParam = (value: unknown): string | undefined => {
  const text = Array.isArray(value) ? value[0] : value;
  const trimmed = typeof text === 'string' ? text.slice(0, MAX_TEXT) : '';
  return trimmed === '' ? undefined : trimmed;
};

export const trueParam = (value: unknown): 'true' | undefined =>
  textParam(value) === 'true' ? 'true' : undefined;

export const listParam = (value: unknown, max = MAX_VALUES): string[] | undefined => {
  const values = [value]
    .flat()
    .filter((single): single is string => typeof single === 'string' && single !== '')
    .map((single) => single.slice(0, MAX_TEXT));
  return values.length === 0 ? undefined : [...new Set(values)].slice(0, max);
};

export const pageParam = (value: unknown): number | undefined => {
  // The router reads an address once more that it has built itself, as does `loaderDeps`: by then it is a number.
  const page = typeof value === 'number' ? value : Number(textParam(value));
  return Number.isInteger(page) && page > 1 && page < 100_000 ? page : undefined;
};
