import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';

/** The reads of a statement from a table in one place. */
interface PlaceReads {
  table: string;
  all: ReadonlySet<string>;
  /** In the outermost query: those by which rows are chosen and ordered, without those that are merely shown. */
  choosing?: ReadonlySet<string> | undefined;
}

const described = new Map<string, { keys: readonly string[]; fields: Map<string, string> }>();

/** Has statements that name this table note what they read of it: these keys, or the field of each column. */
export const describeTable = (table: PgTable, keys: readonly string[], fieldsOf?: string) => {
  const columns = fieldsOf === undefined ? [] : Object.entries(getTableColumns(table));
  const fields = new Map(columns.map(([key, { name }]) => [name, `${fieldsOf}.${key}`]));
  described.set(getTableName(table), { keys, fields });
  analysed.clear();
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const TOKENS = /'(?:[^']|'')*'|--[^\n]*|"[^"]*"|[\w$]+|[.,()*:|/<>=+-]/g;
const BEFORE_TABLES = words('from join using update into only lateral');
const AFTER_TABLES = words(
  'select where group order having limit offset union except intersect returning window fetch for set values',
);
const NO_ALIAS = BEFORE_TABLES.union(AFTER_TABLES).union(
  words('on left right inner full cross natural tablesample'),
);
const BEFORE_STAR = words('. , select distinct all returning');

const nameOf = (token = '') => token.replaceAll('"', '');

const isColumn = (name: string) => described.values().some(({ fields }) => fields.has(name));

/** A table where a statement names it; its columns are known within that query alone. */
interface Place {
  names: readonly string[];
  from: number;
  to: number;
  query: readonly number[];
}

const placeAt = (tokens: readonly string[], at: number, query: readonly number[]): Place => {
  const next = tokens[at + 1] === 'as' ? at + 2 : at + 1;
  const alias = tokens[next] ?? '';
  const hasAlias = /^["\w]/.test(alias) && !NO_ALIAS.has(alias);
  const names = [at, ...(hasAlias ? [next] : [])].map((one) => nameOf(tokens[one]));
  return { names, from: at, to: hasAlias ? next : at, query };
};

/** The tables of a statement, and of each token the queries around it, from the outermost to its own. */
const findPlaces = (tokens: readonly string[]) => {
  const places: Place[] = [];
  const queries: (readonly number[])[] = [];
  /** Of each open bracket its query, and whether a comma is followed by another table. */
  const open: { query: readonly number[]; isList: boolean }[] = [{ query: [], isList: false }];
  let isExpected = false;
  for (const [at, token] of tokens.entries()) {
    const [next = '', around = { query: [], isList: false }] = [tokens[at + 1], open.at(-1)];
    const isBefore = BEFORE_TABLES.has(token) && tokens[at - 1] !== 'distinct';
    queries.push(around.query);
    if (token === '(') {
      const query = next === 'select' || next === 'with' ? [...around.query, at] : around.query;
      open.push({ query, isList: isExpected });
    } else if (token === ')') open.pop();
    else if (isBefore || AFTER_TABLES.has(token)) around.isList = isBefore;
    else if (isExpected && next !== '.') places.push(placeAt(tokens, at, around.query));
    const goesOn: boolean = isExpected && (token === '(' || token === '.' || next === '.');
    isExpected = isBefore || goesOn || (token === ',' && around.isList);
  }
  return { places, queries };
};

const WRITES = words('insert update delete merge share');

interface Analysis {
  reads: readonly PlaceReads[];
  /** Whether it reads described tables, and does nothing else. */
  isKnown: boolean;
}

/** A query that the statement names itself, or a function: no table. */
const isGiven = (tokens: readonly string[], { names: [name], from }: Place): boolean =>
  tokens[from + 1] === '(' ||
  tokens.some(
    (token, at) =>
      nameOf(token) === name &&
      tokens[at + 1] === 'as' &&
      (tokens[at + 2] === '(' || tokens[at + 2] === 'materialized'),
  );

/** By its text: a name that may stand for a column counts as one, and a row that is used as a value as all of its columns. */
const analyse = (text: string): Analysis => {
  const tokens = (text.match(TOKENS) ?? [])
    .filter((token) => !token.startsWith('--'))
    .map((token) => (token.startsWith('"') ? token : token.toLowerCase()));
  const { places, queries } = findPlaces(tokens);
  // In 'extract(epoch from sent - made)' a column follows 'from', and what follows that is none of its names.
  const isTable = (name = '') => described.has(name) || !isColumn(name);
  const naming = new Set(
    places.filter(({ names }) => isTable(names[0])).flatMap(({ from, to }) => [from, to]),
  );
  const shownEnd = tokens.findIndex((token, at) => token === 'from' && queries[at]?.length === 0);

  const reads = places.flatMap(({ names, from, to, query }) => {
    const [table = ''] = names;
    const description = described.get(table);
    if (!description) return [];
    const { keys, fields } = description;
    /** Keys by the token that names them; new names for columns hide which of them are read. */
    const keysAt = (token: string, at: number): readonly string[] => {
      const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
      if (at === from) return fields.size > 0 ? [fields.get('id') ?? ''] : keys;
      if (at === to) return after === '(' ? keys : [];
      // A name that is given here is none that is read.
      if (naming.has(at) || after === '.' || before === 'as') return [];
      const isKnown = query.every((one, depth) => queries[at]?.[depth] === one);
      if (before === '.' ? !names.includes(nameOf(tokens[at - 2])) : !isKnown) return [];
      const isEnd = before === ')' && (after === 'from' || after === ',');
      const isRow = before !== '.' && names.includes(nameOf(token));
      const isWhole = token === '*' ? BEFORE_STAR.has(before) || isEnd : isRow;
      return isWhole ? keys : [fields.get(nameOf(token)) ?? []].flat();
    };
    const found = tokens.flatMap((token, at) => keysAt(token, at).map((key) => ({ key, at })));
    const keysAfter = (end: number) =>
      new Set(found.filter(({ at }) => at > end).map(({ key }) => key));
    const choosing = query.length === 0 ? keysAfter(shownEnd) : undefined;
    return [{ table, all: keysAfter(-1), choosing }];
  });
  const isKnown =
    reads.length > 0 &&
    !tokens.some((token) => WRITES.has(token)) &&
    places.every((place) => described.has(place.names[0] ?? '') || isGiven(tokens, place));
  return { reads, isKnown };
};

/** Texts differ with their filters and the length of their lists. */
const analysed = new LRUCache<string, Analysis>({ max: 500, memoMethod: analyse });

/** The described tables of a statement, and what it reads of each. */
export const readsOfStatement = (text: string) => analysed.memo(text).reads;

/** Whether it reads nothing but what every node hears the changes of. In doubt it does not. */
export const readsKnownRows = (text: string): boolean => analysed.memo(text).isKnown;
