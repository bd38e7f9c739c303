import {
  averageOf,
  type Criterion,
  type Decision,
  keyOf,
  listScorers,
  MAX_MEMBERS,
  type Mark,
  type Member,
  once,
  personKey,
  readDecision,
} from './decision.ts';
import { buildModel, type DecisionData, type Model, nameIn, percent } from './model.ts';
import { isRuledOut, orderOf, shareOf, type Weight } from './score.ts';
import { sayWeight } from './verdict-words.ts';

const YOU = 'You';
/** In a mean, a must-have of a minority weighs like a decisive criterion. */
const DECISIVE = 5;
/** One step apart is the same opinion. */
const FAR_APART = 2;

const peopleOf = ({ scoredBy, vendors, criteria, members }: Decision): readonly Member[] => [
  { name: scoredBy || YOU, vendors, criteria },
  ...members,
];

/** Which marks of a shared scorecard are its owner's: all when they bear one name, else those under it. */
const marksOf = (marks: readonly Mark[], name: string): Mark[] => {
  const isAlone = new Set(marks.map(personKey)).size === 1;
  const own = isAlone ? marks : marks.filter((mark) => personKey(mark) === personKey({ name }));
  return own.map((mark) => ({ ...mark, name }));
};

/** Why no scorecard of this name can be added; empty where one can. */
export const whyNotAdded = ({ scoredBy, members }: Decision, name: string): string => {
  const isSame = (one: { name: string }) => personKey(one) === personKey({ name });
  if (isSame({ name: scoredBy }))
    return `You score as ${scoredBy} yourself: a scorecard of that name would replace your marks.`;
  const isFull = members.length >= MAX_MEMBERS && !members.some(isSame);
  return isFull ? `There is room for ${MAX_MEMBERS} scorecards.` : '';
};

/** The decision with a member's scorecard and marks, which replace earlier ones of that name. */
export const addMember = (decision: Decision, theirs: Decision, name: string): Decision => {
  const { vendors, criteria } = theirs;
  const without = removeMember(decision, name);
  return readDecision({
    ...without,
    members: [...without.members, { name, vendors, criteria }],
    marks: [...marksOf(theirs.marks, name), ...without.marks],
  });
};

export const removeMember = (decision: Decision, name: string): Decision => {
  const isOther = (one: { name: string }) => personKey(one) !== personKey({ name });
  return {
    ...decision,
    members: decision.members.filter(isOther),
    marks: decision.marks.filter(isOther),
  };
};

/** Findings on which all their authors agree. */
const agreedAnswers = (all: readonly Criterion[]): Criterion['answers'] => {
  const found = all.flatMap(({ answers }) => Object.entries(answers ?? {}));
  const isAgreed = ([vendor, answer]: (typeof found)[number]) =>
    found.every(([other, said]) => other !== vendor || said === answer);
  return Object.fromEntries(found.filter(isAgreed));
};

/** Sums instead of means, which order the same and stay whole: a must-have where more than half say so. */
const meanCriteria = (people: readonly Member[]): Criterion[] => {
  const all = people.flatMap(({ criteria }) => criteria);
  return [...Map.groupBy(all, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const musts = same.filter(({ weight }) => weight === 'must').length;
    const sum = same.reduce(
      (total, { weight }) => total + (weight === 'must' ? DECISIVE : weight),
      0,
    );
    const weight: Weight = 2 * musts > people.length ? 'must' : sum;
    return [{ ...first, weight, ...(first.words ? { answers: agreedAnswers(same) } : {}) }];
  });
};

const placeIn = (model: Model, slug: string): number =>
  1 + orderOf(model.ranked).findIndex((level) => level.includes(slug));

const sayPlace = (model: Model, slug: string): string => {
  const score = model.scores.find((one) => one.slug === slug);
  const place = placeIn(model, slug);
  if (!score || isRuledOut(score)) return 'Ruled out';
  if (place === 0) return 'No score';
  const share = shareOf(score);
  return share === null ? `${place}.` : `${place}. (${percent(share)})`;
};

/** One column for each person, and where they differ. */
export type SideBySide = ReturnType<typeof compareMarks>;

/** Everybody's order and weights side by side, and the order of the mean, best first. */
export const compareScorecards = (data: DecisionData, decision: Decision) => {
  const members = peopleOf(decision);
  const people = members.map(({ name }) => name);
  const modelOf = (criteria: readonly Criterion[]) => buildModel(data, { ...decision, criteria });
  const each = members.map(({ criteria }) => modelOf(criteria));
  const mean = modelOf(meanCriteria(members));
  const places = mean.vendors.map(({ slug, name }) => ({
    key: slug,
    name,
    cells: each.map((model) => sayPlace(model, slug)),
    mean: sayPlace(mean, slug),
    differs: new Set(each.map((model) => placeIn(model, slug))).size > 1,
    place: placeIn(mean, slug) || mean.vendors.length + 1,
  }));
  const weights = mean.rows.map(({ criterion, name }) => {
    const { weight } = criterion;
    const key = keyOf(criterion);
    const given = members.map(
      ({ criteria }) => criteria.find((one) => keyOf(one) === key)?.weight ?? 0,
    );
    return {
      key,
      name,
      cells: given.map((one) => (one === 0 ? 'Left out' : sayWeight(one))),
      mean: weight === 'must' ? sayWeight(weight) : (weight / people.length).toFixed(1),
      differs: new Set(given).size > 1,
    };
  });
  return {
    orders: { people, rows: places.toSorted((a, b) => a.place - b.place) },
    weights: { people, rows: weights },
    meanOrder: orderOf(mean.ranked),
  };
};

export const compareMarks = (model: Pick<Model, 'vendors'>, decision: Decision) => {
  const { marks } = decision;
  const people = once(marks, personKey).map(personKey);
  const names = listScorers(decision).filter((name) => people.includes(personKey({ name })));
  return {
    people: names,
    rows: model.vendors.flatMap(({ slug }) => {
      const own = marks.filter(({ vendor }) => vendor === slug);
      if (own.length === 0) return [];
      const given = own.map(({ mark }) => mark);
      return {
        key: slug,
        name: nameIn(model, slug),
        cells: names.map((name) => {
          const mark = own.find((one) => personKey(one) === personKey({ name }));
          if (!mark) return 'No mark';
          return mark.note ? `${mark.mark} of 5: ${mark.note}` : `${mark.mark} of 5`;
        }),
        mean: averageOf(marks, slug) ?? '',
        differs: Math.max(...given) - Math.min(...given) >= FAR_APART,
      };
    }),
  };
};
