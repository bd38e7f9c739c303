import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  bestCase,
  compareScores,
  findQuestions,
  findSmallestChange,
  isRuledOut,
  judge,
  knownShare,
  orderOf,
  rankScores,
  type ScoreInput,
  scoreVendors,
  shareOf,
  type Weight,
  worstCase,
} from './score.ts';

const inputOf = (weights: Weight[], vendors: Record<string, Answer[]>): ScoreInput => ({
  weights,
  vendors: Object.entries(vendors).map(([slug, answers]) => ({ slug, answers })),
});
const one = (weights: Weight[], answers: Answer[]) => {
  const [score] = scoreVendors(inputOf(weights, { a: answers }));
  if (!score) throw new Error('no score');
  return score;
};
const figures = (weights: Weight[], answers: Answer[]) => {
  const score = one(weights, answers);
  return [shareOf(score), knownShare(score), worstCase(score), bestCase(score)];
};

describe('the score', () => {
  it('SCORECARD counts documented 1, partly a half and a plain no 0', () => {
    expect(figures([1, 1, 1, 1], ['documented', 'documented', 'partial', 'absent'])).toEqual([
      0.625, 1, 0.625, 0.625,
    ]);
  });

  it('SCORECARD weighs by 5, 3 and 1', () => {
    expect(shareOf(one([5, 3, 1], ['documented', 'absent', 'partial']))).toBe(5.5 / 9);
  });

  it('SCORECARD leaves out what is not confirmed, and tells its share and both cases', () => {
    expect(figures([5, 3, 1, 1], ['documented', null, 'absent', null])).toEqual([
      5 / 6,
      0.6,
      0.5,
      0.9,
    ]);
  });

  it('SCORECARD has no score where nothing is known, and no share without weights', () => {
    expect(figures([5, 3], [null, null])).toEqual([null, 0, 0, 1]);
    expect(figures([], [])).toEqual([null, 0, 0, 0]);
  });

  it.each<[Answer[], number[], boolean]>([
    [['documented', 'documented'], [2, 2, 0, 0], false],
    [['documented', 'partial'], [2, 1, 1, 0], false],
    [['documented', null], [2, 1, 0, 0], false],
    [['absent', null], [2, 0, 0, 1], true],
  ])('SCORECARD must-haves of %j are counted apart from the weights', (musts, counts, isOut) => {
    const score = one(['must', 5, 'must'], [musts[0] ?? null, 'partial', musts[1] ?? null]);
    const { total, documented, partial, absent } = score.musts;
    expect([total, documented, partial, absent]).toEqual(counts);
    expect([isRuledOut(score), shareOf(score), score.total]).toEqual([isOut, 0.5, 5]);
  });
});

describe('the verdict', () => {
  const yes: Answer = 'documented';

  const judged = (weights: Weight[], vendors: Record<string, Answer[]>) => {
    const verdict = judge(scoreVendors(inputOf(weights, vendors)));
    if (!('first' in verdict)) return [verdict.kind];
    return [verdict.kind, verdict.first.slug, verdict.rivals.map(({ slug }) => slug).join()];
  };
  const all = (count: number, answer: Answer) => Array.from({ length: count }, () => answer);

  it('SCORECARD somebody leads only where no range of another reaches', () => {
    expect(judged([1, 1], { a: [yes, yes], b: [yes, 'partial'] })).toEqual(['leads', 'a', 'b']);
    // Three of four known against one and a half at best.
    expect(
      judged([1, 1, 1, 1], { a: [yes, yes, yes, null], b: ['absent', 'absent', 'partial', null] }),
    ).toEqual(['leads', 'a', 'b']);
    // Half of b's answers are open: b may reach a.
    expect(judged([1, 1], { a: [yes, 'partial'], b: [yes, null] })).toEqual(['open', 'b', 'a']);
    expect(judged([5, 5], { a: [yes, yes], b: all(2, null), c: all(2, 'absent') })).toEqual([
      'open',
      'a',
      'b',
    ]);
  });

  it('SCORECARD level scores are ordered by must-haves, which lead only when nothing open can even them out', () => {
    const musts: Weight[] = ['must', 'must', 'must', 5];
    expect(
      orderOf(
        rankScores(
          scoreVendors(
            inputOf(musts, {
              a: [null, null, null, yes],
              b: [yes, yes, null, yes],
              c: [yes, null, 'partial', yes],
              d: [yes, null, null, yes],
            }),
          ),
        ),
      ),
    ).toEqual([['b'], ['c'], ['d'], ['a']]);
    expect(judged(musts, { a: [yes, yes, yes, yes], b: [yes, yes, null, yes] })).toEqual([
      'open',
      'a',
      'b',
    ]);
    expect(judged(musts, { a: [yes, yes, yes, yes], b: [yes, yes, yes, yes] })).toEqual([
      'level',
      'a',
      'b',
    ]);
    // Must-haves alone order too.
    expect(judged(['must', 'must'], { a: [yes, null], b: [yes, yes], c: ['absent', yes] })).toEqual(
      ['open', 'b', 'a'],
    );
  });

  it('SCORECARD must-haves that leave one, or none, are verdicts of their own', () => {
    const musts: Weight[] = ['must', 5];
    expect(judged(musts, { a: ['absent', yes], b: [yes, yes] })).toEqual(['one-left']);
    expect(judged(musts, { a: ['absent', yes] })).toEqual(['none-left']);
    expect(judged(musts, { a: [yes, yes] })).toEqual(['too-few']);
    expect(judged([], { a: [], b: [] })).toEqual(['too-few']);
    expect(judged([5], { a: [null], b: [null] })).toEqual(['too-few']);
    expect(judged([], {})).toEqual(['too-few']);
  });

  it('SCORECARD asks next what turns round the order most, then what settles it, then what weighs most', () => {
    const input = inputOf([5, 3, 1, 'must'], {
      a: [yes, yes, 'absent', yes],
      b: ['partial', null, null, yes],
      c: ['absent', 'absent', 'absent', null],
    });
    // a has 8 of 9; b 2.5 of 5 and may reach 6.5, so that a leads and nothing is left to ask.
    expect(judged(input.weights.slice(), { a: [yes, yes, 'absent', yes] })).toEqual(['too-few']);
    expect(findQuestions(input)).toEqual([]);
    const open = inputOf([5, 3, 1], {
      a: ['partial', yes, yes],
      b: [null, yes, 'absent'],
      c: ['absent', 'absent', null],
    });
    // a 6.5 of 9; b has 3 of 4 known and may end at 3 or 8; c cannot come near, and is not asked.
    expect(findQuestions(open)).toEqual([
      { slug: 'b', criterion: 0, yes: null, no: [['a'], ['b'], ['c']] },
    ]);
  });

  it('SCORECARD who fails a must-have is not ranked, whatever the score', () => {
    const scores = scoreVendors(
      inputOf(['must', 5], { a: ['absent', yes], b: [null, 'partial'], c: [yes, 'absent'] }),
    );
    expect(orderOf(rankScores(scores))).toEqual([['b'], ['c']]);
  });

  it('SCORECARD names the smallest change of one weight that changes the order', () => {
    const input = inputOf([5, 3, 1], {
      a: [yes, 'absent', 'absent'],
      b: ['absent', yes, yes],
    });
    expect(orderOf(rankScores(scoreVendors(input)))).toEqual([['a'], ['b']]);
    expect(findSmallestChange(input)).toEqual({
      criterion: 0,
      from: 5,
      to: 3,
      order: [['b'], ['a']],
    });
  });

  it('SCORECARD says that no change of one weight changes the order, when none does', () => {
    expect(findSmallestChange(inputOf([5, 3], { a: [yes, yes], b: ['absent', 'absent'] }))).toBe(
      null,
    );
    expect(findSmallestChange(inputOf(['must'], { a: [yes], b: [yes] }))).toBe(null);
  });
});

const level = fc.constantFrom<Answer>('documented', 'partial', 'absent', null);
const weight = fc.constantFrom<Weight>('must', 5, 3, 1);
const inputs = fc.integer({ min: 0, max: 8 }).chain((length) =>
  fc.record({
    weights: fc.array(weight, { minLength: length, maxLength: length }),
    vendors: fc
      .array(fc.array(level, { minLength: length, maxLength: length }), { maxLength: 6 })
      .map((all) => all.map((answers, index) => ({ slug: `v${index}`, answers }))),
  }),
);

describe('for any decision', () => {
  it('SCORECARD the score lies between the cases, and they meet when all is known', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const score of scoreVendors(input)) {
          const share = shareOf(score);
          expect(worstCase(score)).toBeLessThanOrEqual(bestCase(score));
          expect(knownShare(score)).toBeGreaterThanOrEqual(0);
          expect(knownShare(score)).toBeLessThanOrEqual(1);
          if (share === null) expect(score.known).toBe(0);
          else {
            expect(share).toBeGreaterThanOrEqual(worstCase(score) - 1e-12);
            expect(share).toBeLessThanOrEqual(bestCase(score) + 1e-12);
          }
          if (score.total > 0 && score.known === score.total)
            expect([worstCase(score), bestCase(score)]).toEqual([share, share]);
        }
      }),
    );
  });

  it('SCORECARD one more criterion that nobody confirms changes no score and no order', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom<Weight>(5, 3, 1), (input, more) => {
        const wider = {
          weights: [...input.weights, more],
          vendors: input.vendors.map(({ slug, answers }) => ({
            slug,
            answers: [...answers, null],
          })),
        };
        const before = scoreVendors(input);
        const after = scoreVendors(wider);
        expect(after.map(shareOf)).toEqual(before.map(shareOf));
        expect(orderOf(rankScores(after))).toEqual(orderOf(rankScores(before)));
        for (const [index, score] of after.entries())
          expect(knownShare(score)).toBeLessThanOrEqual(knownShare(before[index] ?? score));
      }),
    );
  });

  it('SCORECARD the order is that of the scores, and nobody who fails is in it', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const ranked = rankScores(scoreVendors(input));
        for (const [index, score] of ranked.entries()) {
          expect(isRuledOut(score)).toBe(false);
          const next = ranked[index + 1];
          if (next) expect(compareScores(score, next)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('SCORECARD the change that is named does change the order, and no smaller one does', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const orderWith = (weights: readonly Weight[]) =>
          JSON.stringify(orderOf(rankScores(scoreVendors({ ...input, weights }))));
        const now = orderWith(input.weights);
        const sizes = input.weights.flatMap((from, index) =>
          from === 'must'
            ? []
            : ([5, 3, 1] as const)
                .filter((to) => orderWith(input.weights.with(index, to)) !== now)
                .map((to) => Math.abs(to - from)),
        );
        const found = findSmallestChange(input);
        const named = found ? [Math.abs(Number(found.to) - Number(found.from))] : [];
        expect(named).toEqual(sizes.length > 0 ? [Math.min(...sizes)] : []);
        if (found) expect(orderWith(input.weights.with(found.criterion, found.to))).not.toBe(now);
      }),
    );
  });

  it('SCORECARD who leads stays first whatever the open answers turn out to be', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.infiniteStream(fc.constantFrom('documented', 'absent')),
        (input, stream) => {
          const verdict = judge(scoreVendors(input));
          if (verdict.kind !== 'leads') return;
          const vendors = input.vendors.map(({ slug, answers }) => ({
            slug,
            answers: answers.map((answer, index): Answer => {
              if (answer || input.weights[index] === 'must') return answer;
              return stream.next().value;
            }),
          }));
          expect(rankScores(scoreVendors({ ...input, vendors }))[0]?.slug).toBe(verdict.first.slug);
        },
      ),
    );
  });

  it('SCORECARD a question is asked of an open answer alone, and only where nobody leads yet', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const questions = findQuestions(input);
        if (judge(scoreVendors(input)).kind !== 'open') expect(questions).toEqual([]);
        for (const { slug, criterion } of questions) {
          const answer = input.vendors.find((one) => one.slug === slug)?.answers[criterion] ?? null;
          expect(answer === null || input.weights[criterion] === 'must').toBe(true);
        }
      }),
    );
  });
});
