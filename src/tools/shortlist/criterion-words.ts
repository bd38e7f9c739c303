import { questionsFor } from '#content/shared/read-questions.ts';
import type { CriterionRow } from './model.ts';
import { heftOf } from './questions.ts';
import type { Weight } from './score.ts';

export const sayWeight = (weight: Weight): string =>
  weight === 'must' ? 'Must have' : `Weight ${weight}`;

/** 'Must have: General Ledger. Weight 5: Bill Payment, Open API.' */
export const sayCriteria = (rows: readonly CriterionRow[]): string =>
  [...Map.groupBy(rows, ({ criterion }) => criterion.weight)]
    .toSorted(([a], [b]) => heftOf(b) - heftOf(a))
    .map(([weight, same]) => `${sayWeight(weight)}: ${same.map(({ name }) => name).join(', ')}.`)
    .join(' ');

export const questionsOf = (row: CriterionRow) => questionsFor(row.name, row.questions);
