/** The rows of a list of lists; nothing of what is no list. */
const rowsOf = (value: unknown): unknown[][] =>
  Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? row : [])) : [];

const ANSWERS: Readonly<Record<string, string>> = { d: 'documented', p: 'partial', a: 'absent' };

const readCriteria = (vendors: readonly unknown[], criteria: unknown) =>
  rowsOf(criteria).map(([name, weight, letters]) => {
    if (letters === undefined) return { feature: name, weight };
    const answers = [...String(letters)].map((letter, place) => [vendors[place], ANSWERS[letter]]);
    return { words: name, weight, answers: Object.fromEntries(answers) };
  });

/** The content of an address of version 1, by names: there everything stands in its place, and vendors by their number. */
export const fromPlaces = (value: unknown) => {
  const [given = []] = rowsOf([value]);
  const [vendors, criteria, marks, money, costs, memo, scoredBy, members, countsStated] = given;
  const [named = [], [currency, dayRate] = [], [choice, reasons, dissent, questions] = []] = rowsOf(
    [vendors, money, memo],
  );
  const vendorAt = (place: unknown) => (typeof place === 'number' ? named[place] : undefined);
  return {
    vendors,
    scoredBy,
    criteria: readCriteria(named, criteria),
    countsStated,
    members: rowsOf(members).map(([name, theirs, weighed]) => ({
      name,
      vendors: theirs,
      criteria: readCriteria(rowsOf([theirs])[0] ?? [], weighed),
    })),
    marks: rowsOf(marks).map(([place, name, mark, note]) => {
      return { vendor: vendorAt(place), name, mark, note };
    }),
    currency,
    dayRate,
    costs: rowsOf(costs).map(([place, ...figures]) => ({
      vendor: vendorAt(place),
      licence: figures.slice(0, 2),
      implementation: figures.slice(2, 4),
      days: figures.slice(4, 6),
    })),
    memo: { choice: vendorAt(choice), reasons, dissent, questions },
  };
};
