import { questionsFor } from '#content/shared/read-questions.ts';
import { counted, listWords } from '#platform/words.ts';
import { type CriterionRow, type Model, nameIn, percent } from './model.ts';
import {
  type Answer,
  bestCase,
  findSmallestChange,
  heftOf,
  isRuledOut,
  knownShare,
  mustsToAsk,
  type Order,
  type Question,
  type Score,
  shareOf,
  type Verdict,
  type Weight,
  worstCase,
} from './score.ts';

type Ranked = Extract<Verdict, { first: Score }>;

export const explainVerdict = (model: Model) => {
  const { title, why } = explainKind(model);
  return { title, why: [...why, ...sayRuledOut(model)] };
};

const NOTHING_RANKED = {
  'not-whole': {
    title: 'No verdict',
    why: [
      "The site holds more than this page could load, so the evidence here is not whole and no score is made of it. Each vendor's own page shows all of its evidence.",
    ],
  },
  'too-few': {
    title: 'Nothing to rank yet',
    why: ['It takes two vendors, criteria, and something that is known of one of them.'],
  },
  'none-left': { title: 'No vendor remains', why: [] },
};

const explainKind = (model: Model): { title: string; why: string[] } => {
  const { verdict } = model;
  if ('only' in verdict) return explainOnly(model, verdict.only);
  return 'first' in verdict ? explainRanked(model, verdict) : NOTHING_RANKED[verdict.kind];
};

const mustsOf = (model: Model, slug: string, isMeant: (answer: Answer) => boolean): string[] => {
  const column = model.vendors.findIndex((vendor) => vendor.slug === slug);
  return model.rows
    .filter(({ criterion }) => criterion.weight === 'must')
    .filter(({ answers }) => isMeant(answers[column] ?? null))
    .map(({ name }) => name);
};

/** Enough to argue over; all of them stand in the table. */
const NAMED = 2;

const listSome = (names: readonly string[]): string => {
  const more = names.length - NAMED;
  // A third name is as short as '1 more'.
  if (more <= 1) return listWords(names);
  return listWords([...names.slice(0, NAMED), `${more} more`]);
};

const sayRuledOut = (model: Model): string[] => {
  const failed = model.scores.filter(isRuledOut);
  if (failed.length === 0) return [];
  const each = failed.map(({ slug }) => {
    const musts = mustsOf(model, slug, (answer) => answer === 'absent');
    return `${nameIn(model, slug)}, which says no to ${listSome(musts)}`;
  });
  return [`Ruled out: ${each.join('; ')}.`];
};

const explainOnly = (model: Model, { slug }: Score) => {
  const name = nameIn(model, slug);
  const open = mustsOf(model, slug, (answer) => answer !== 'documented');
  const gate =
    open.length > 0
      ? `Of ${name}, ${listSome(open)} must be asked for: not confirmed, or only partly there.`
      : `${name} documents all must-haves.`;
  return { title: `Only ${name} remains`, why: [gate] };
};

const sayOrder = (model: Pick<Model, 'vendors'>, order: Order): string =>
  order
    .map(
      (level) =>
        listWords(level.map((slug) => nameIn(model, slug))) + (level.length > 1 ? ' (level)' : ''),
    )
    .join(', then ');

/** The known share of possible leaders: of the weight, or of the must-haves once all weight is known. */
const sayKnownOf = (scores: readonly Score[]): string => {
  const sum = (of: (score: Score) => number) => scores.reduce((all, score) => all + of(score), 0);
  const known = sum((score) => score.known);
  const total = sum((score) => score.total);
  if (known < total) return `${percent(known / total)} of the weight is known`;
  const musts = sum((score) => score.musts.total);
  return `${percent(1 - sum(mustsToAsk) / musts)} of the must-haves are known`;
};

const sayRange = (model: Model, score: Score): string => {
  const name = nameIn(model, score.slug);
  const worst = worstCase(score);
  const best = bestCase(score);
  if (worst === best) return `${name} stands at ${percent(best)}`;
  return `${name} may end between ${percent(worst)} and ${percent(best)}`;
};

const titleOf = (model: Model, { kind, first, rivals }: Ranked): string => {
  const name = nameIn(model, first.slug);
  if (kind === 'leads') {
    const open = mustsToAsk(first);
    return open > 0
      ? `${name} leads, with ${counted(open, 'must-have', 'must-haves')} to ask`
      : `${name} leads`;
  }
  const names = listSome([name, ...rivals.map(({ slug }) => nameIn(model, slug))]);
  if (kind === 'level') return `${names} are level`;
  return `${names} cannot be told apart yet: ${sayKnownOf([first, ...rivals])}`;
};

/** Where scores are level, or nothing is weighed, must-haves order. */
const sayMustsFirst = (model: Model, scores: readonly Score[]): string => {
  const each = scores
    .slice(0, NAMED + 1)
    .map((score) => `${nameIn(model, score.slug)} ${sayMusts(score)}`);
  return `Must-haves order those whose scores are level: ${each.join('; ')}.`;
};

const sayUnweighed = ({ total }: Score): string =>
  total === 0 ? 'No criterion has a weight' : 'Nothing that has a weight is known yet';

const explainRanked = (model: Model, verdict: Ranked) => {
  const { kind, first, rivals } = verdict;
  const title = titleOf(model, verdict);
  const [second] = rivals;
  const why: string[] = [];
  if (first.known === 0) why.push(`${sayUnweighed(first)}: must-haves alone order the vendors.`);
  else if (kind === 'leads' && second && first.earned > second.earned) {
    why.push(
      `${nameIn(model, first.slug)} has ${percent(shareOf(first) ?? 0)} and never less than ${percent(worstCase(first))}; ${nameIn(model, second.slug)} reaches ${percent(bestCase(second))} at best.`,
    );
  } else if (kind === 'open' && first.known + (second?.known ?? 0) < 2 * first.total) {
    const ranges = [first, ...rivals].slice(0, NAMED + 1).map((score) => sayRange(model, score));
    why.push(`The ranges overlap: ${ranges.join(', ')}.`);
  }
  const level = [first, ...rivals].filter(
    ({ earned, known }) =>
      known > 0 === first.known > 0 && first.earned * known === earned * first.known,
  );
  if (first.musts.total > 0 && level.length > 1) why.push(sayMustsFirst(model, level));
  if (first.known > 0) why.push(sayChange(model));
  return { title, why };
};

const sayChange = (model: Model): string => {
  const change = findSmallestChange(model.input);
  if (!change) return 'No change of one weight changes the order.';
  const { name = '' } = model.rows[change.criterion] ?? {};
  return `The smallest change that changes the order: if ${name} weighed ${change.to} instead of ${change.from}, it would be ${sayOrder(model, change.order)}.`;
};

/** The effect of an answer on the order; a no to a must-have rules out. */
export const sayEffect = (model: Model, { slug, yes, no }: Question): string => {
  const effects = [
    ...(yes ? [`a yes makes it ${sayOrder(model, yes)}`] : []),
    ...(no?.flat().includes(slug) ? [`a no makes it ${sayOrder(model, no)}`] : []),
    ...(no && !no.flat().includes(slug) ? [`a no rules ${nameIn(model, slug)} out`] : []),
  ];
  if (effects.length === 0) return 'Narrows the range; alone it does not change the order.';
  return `${effects.join('; ').replace('a', 'A')}.`;
};

/** '2 of 3 documented, 1 to ask'. */
export const sayMusts = ({ musts }: Score): string => {
  const { total, documented, partial, absent } = musts;
  if (total === 0) return 'No must-haves chosen';
  const ask = total - documented - partial - absent;
  return [
    `${documented} of ${total} documented`,
    partial > 0 && `${partial} partly`,
    absent > 0 && `${absent} says no`,
    ask > 0 && `${ask} to ask`,
  ]
    .filter(Boolean)
    .join(', ');
};

export const sayShare = (score: Score): string => {
  const share = shareOf(score);
  return share === null ? 'No score' : percent(share);
};

const NO_WEIGHTS = 'No weights';

/** Shown beside a score; without weights there is no known share. */
export const sayKnown = (score: Score): string =>
  score.total === 0 ? NO_WEIGHTS : percent(knownShare(score));

export const sayCases = (score: Score): string =>
  score.total === 0 ? NO_WEIGHTS : `${percent(worstCase(score))} to ${percent(bestCase(score))}`;

export const sayWeight = (weight: Weight): string =>
  weight === 'must' ? 'Must have' : `Weight ${weight}`;

/** 'Must have: General Ledger. Weight 5: Bill Payment, Open API.' */
export const sayCriteria = (rows: readonly CriterionRow[]): string =>
  [...Map.groupBy(rows, ({ criterion }) => criterion.weight)]
    .toSorted(([a], [b]) => heftOf(b) - heftOf(a))
    .map(([weight, same]) => `${sayWeight(weight)}: ${same.map(({ name }) => name).join(', ')}.`)
    .join(' ');

export const questionsOf = (row: CriterionRow) => questionsFor(row.name, row.questions);
