import { listWords } from '#platform/words.ts';
import type { Dissent } from './marks.ts';
import { type Model, nameIn, percent } from './model.ts';
import {
  type Answer,
  bestCase,
  type Gate,
  knownShare,
  type Score,
  shareOf,
  worstCase,
} from './score.ts';
import type { Verdict } from './verdict.ts';

type Lead = Extract<Verdict, { lead: number }>;

const NO_CLEAR_WINNER = 'No clear winner';

interface Explained {
  title: string;
  why: string[];
}

/** The verdict as a heading, and why. */
export const explainVerdict = (model: Model): Explained => {
  const { title, why } = explainKind(model);
  return { title, why: [...why, ...sayRuledOut(model)] };
};

const explainKind = (model: Model): Explained => {
  const { verdict } = model;
  switch (verdict.kind) {
    case 'not-whole':
      return {
        title: 'No verdict',
        why: [
          "The site holds more than this sheet could load, so the evidence here is not whole and no score is made of it. Each vendor's own page shows all of its evidence.",
        ],
      };
    case 'too-few':
      return {
        title: 'Nothing to rank yet',
        why: ['It takes two vendors of which something is known, and criteria with a weight.'],
      };
    case 'none-left':
      return { title: 'No vendor remains', why: [] };
    case 'one-left':
      return explainOnly(model, verdict.only);
    case 'no-weights':
      return explainUnweighed(model);
    default:
      return explainLead(model, verdict);
  }
};

const mustsOf = (model: Model, slug: string, isMeant: (answer: Answer) => boolean): string[] => {
  const column = model.vendors.findIndex((vendor) => vendor.slug === slug);
  return model.rows
    .filter(({ criterion }) => criterion.weight === 'must')
    .filter(({ answers }) => isMeant(answers[column] ?? null))
    .map(({ name }) => name);
};

/** Enough to argue over; all of them stand in the table. */
const NAMED_MUSTS = 2;

const listMusts = (names: readonly string[]): string => {
  const more = names.length - NAMED_MUSTS;
  const named = names.slice(0, NAMED_MUSTS);
  return listWords(more > 0 ? [...named, `${more} more`] : named);
};

/** Whom a must-have rules out, and which one. */
const sayRuledOut = (model: Model): string[] => {
  const failed = model.scores.filter(({ gate }) => gate === 'failed');
  if (failed.length === 0) return [];
  const each = failed.map(({ slug }) => {
    const musts = mustsOf(model, slug, (answer) => answer === 'absent');
    return `${nameIn(model, slug)}, which says no to ${listMusts(musts)}`;
  });
  return [`Ruled out: ${each.join('; ')}.`];
};

const explainOnly = (model: Model, { slug }: Score): Explained => {
  const name = nameIn(model, slug);
  const open = mustsOf(model, slug, (answer) => answer !== 'documented');
  const gate =
    open.length > 0
      ? `Of ${name}, ${listMusts(open)} must be asked for: not confirmed, or only partly there.`
      : `${name} documents all must-haves.`;
  return { title: `Only ${name} remains`, why: [gate] };
};

const explainUnweighed = (model: Model): Explained => {
  const left = model.scores.filter(({ gate }) => gate !== 'failed');
  const names = listWords(left.map(({ slug }) => nameIn(model, slug)));
  return {
    title: `Not ranked: ${names}`,
    why: ['No criterion has a weight, so that must-haves alone say who remains.'],
  };
};

/** Whoever may pass the first when all is known, the highest best case before the others. */
const rivalsOf = ({ scores }: Model, first: Score): Score[] =>
  scores
    .filter(({ slug, gate }) => slug !== first.slug && gate !== 'failed')
    .filter((score) => bestCase(score) > worstCase(first))
    .toSorted((a, b) => bestCase(b) - bestCase(a));

const explainLead = (model: Model, { kind, first, second, lead }: Lead): Explained => {
  const { change } = model;
  const [a, b] = [nameIn(model, first.slug), nameIn(model, second.slug)];
  const title = kind === 'winner' ? `${a} leads` : NO_CLEAR_WINNER;
  const scores = `${a} has ${percent(shareOf(first) ?? 0)}, ${b} ${percent(shareOf(second) ?? 0)}`;
  const why =
    kind === 'winner'
      ? [`${scores}: a lead of ${percent(lead)}.`]
      : [`${scores}: a lead of ${percent(lead)}, and under 10% none is clear.`];
  const rivals = rivalsOf(model, first).map(
    (score) => `${nameIn(model, score.slug)} may reach ${percent(bestCase(score))}`,
  );
  if (rivals.length > 0) {
    why.push(
      `What is not confirmed could turn it: ${rivals.join(', ')}, ${a} may fall to ${percent(worstCase(first))}.`,
    );
  }
  if (!change) return { title, why: [...why, 'No change of one weight changes the order.'] };
  const { name = '' } = model.rows[change.criterion] ?? {};
  const order = change.order.map(
    (level) =>
      listWords(level.map((slug) => nameIn(model, slug))) + (level.length > 1 ? ' (level)' : ''),
  );
  why.push(
    `The smallest change that changes the order: if ${name} weighed ${change.to} instead of ${change.from}, it would be ${order.join(', then ')}.`,
  );
  return { title, why };
};

export const GATE_WORDS: Record<Gate, string> = {
  none: 'No must-haves chosen',
  met: 'All must-haves documented',
  open: 'Must-haves open: ask',
  failed: 'Says no to a must-have',
};

/** Who is not for the choice, and how much. */
export const sayVoice = (model: Model, { ofChoice, preferred }: Dissent): string =>
  preferred
    ? `${ofChoice.name} prefers ${nameIn(model, preferred.vendor)} (${preferred.mark} of 5) to the choice (${ofChoice.mark} of 5)`
    : `${ofChoice.name} gives the choice ${ofChoice.mark} of 5`;

export const sayDissent = (model: Model, dissent: Dissent): string => {
  const voice = sayVoice(model, dissent);
  const notes = [dissent.ofChoice.note, dissent.preferred?.note].filter(Boolean).join('; ');
  return notes ? `${voice}: ${notes}` : voice;
};

const NO_WEIGHTS = 'No weights';

/** What stands beside a score; where nothing is weighed there is no share of it. */
export const sayKnown = (score: Score): string =>
  score.total === 0 ? NO_WEIGHTS : percent(knownShare(score));

export const sayCases = (score: Score): string =>
  score.total === 0 ? NO_WEIGHTS : `${percent(worstCase(score))} to ${percent(bestCase(score))}`;
