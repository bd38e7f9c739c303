/** What may stand at one place of a search: the words that were typed, then other ways to say the same. */
export type Unit = readonly (readonly string[])[];

/** All ways to say the same, by each of them. */
export type Synonyms = ReadonlyMap<string, Unit>;

/** Nobody types more, and what follows only costs time. */
export const MAX_WORDS = 12;
const MAX_SYNONYM_WORDS = 6;
/** A shorter beginning is that of too many words. */
const MIN_PREFIX = 3;

const nameOf = (words: readonly string[]) => words.join(' ');

/** The words of a search, with what else the glossary calls them. */
export const unitsOf = (words: readonly string[], synonyms: Synonyms): Unit[] => {
  const units: Unit[] = [];
  const asked = words.slice(0, MAX_WORDS);
  for (let at = 0; at < asked.length; ) {
    let length = Math.min(MAX_SYNONYM_WORDS, asked.length - at);
    while (length > 1 && !synonyms.has(nameOf(asked.slice(at, at + length)))) length -= 1;
    const typed = asked.slice(at, at + length);
    const same = synonyms.get(nameOf(typed)) ?? [];
    units.push([typed, ...same.filter((other) => nameOf(other) !== nameOf(typed))]);
    at += length;
  }
  return units;
};

/** Small words that every text has: alone they tell nothing of a name that they are part of. */
const SMALL_WORDS = new Set('a an and as at by for from in of on or the to with'.split(' '));

/** The words of the other ways to say what was typed. */
export const synonymWordsOf = (units: readonly Unit[]): string[] => {
  const words = units.flatMap((unit) => unit.slice(1).flat());
  return [...new Set(words)].filter((word) => !SMALL_WORDS.has(word));
};

/** Words are letters and digits only, so that none of them needs quotes. */
const writeAll = (words: readonly string[]) => `(${words.join(' & ')})`;

/** The last word may be half typed. */
const writeBegun = (words: readonly string[]) => {
  const isLong = (words.at(-1)?.length ?? 0) >= MIN_PREFIX;
  return isLong ? `(${words.join(' & ')}:*)` : writeAll(words);
};

const writeUnit = (unit: Unit, write: (words: readonly string[]) => string) =>
  `(${unit.map(write).join(' | ')})`;

const writeUnits = (units: readonly Unit[]) =>
  units.map((unit) => writeUnit(unit, writeAll)).join(' & ');

/** A search as PostgreSQL writes it: for texts, for any of the words, for titles in two parts, and the names that it may be of. */
export const toQueries = (units: readonly Unit[]) => {
  const typed = nameOf(units.flatMap((unit) => unit[0] ?? []));
  const others = units.length === 1 ? (units[0] ?? []).map(nameOf) : [];
  const last = units.at(-1) ?? [];
  return {
    text: writeUnits(units),
    any: [...new Set(units.flat(2))].join(' | '),
    earlier: writeUnits(units.slice(0, -1)),
    last: { whole: writeUnit(last, writeAll), begun: writeUnit(last, writeBegun) },
    names: [...new Set([typed, ...others])],
  };
};
