import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  bestCase,
  compareScores,
  knownShare,
  type Sheet,
  scoreVendors,
  shareOf,
  type Weight,
  worstCase,
} from './score.ts';
import { findSmallestChange, judge, orderOf, rankScores } from './verdict.ts';

const sheetOf = (weights: Weight[], vendors: Record<string, Answer[]>): Sheet => ({
  weights,
  vendors: Object.entries(vendors).map(([slug, answers]) => ({ slug, answers })),
});
const one = (weights: Weight[], answers: Answer[]) => {
  const [score] = scoreVendors(sheetOf(weights, { a: answers }));
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

  it.each<[Answer[], string]>([
    [['documented', 'documented'], 'met'],
    [['documented', 'partial'], 'open'],
    [['documented', null], 'open'],
    [['absent', null], 'failed'],
  ])('SCORECARD must-haves of %j are a gate that is %s, apart from the weights', (musts, gate) => {
    const score = one(['must', 5, 'must'], [musts[0] ?? null, 'partial', musts[1] ?? null]);
    expect([score.gate, shareOf(score), score.total]).toEqual([gate, 0.5, 5]);
  });

  it('SCORECARD has no gate without a must-have', () => {
    expect(one([5], ['documented']).gate).toBe('none');
  });
});

describe('the verdict', () => {
  const yes: Answer = 'documented';

  it('SCORECARD a lead of a tenth is clear, and one below it is no clear winner', () => {
    const lead = (second: Answer[]) =>
      judge(
        rankScores(
          scoreVendors(
            sheetOf([1, 1, 1, 1, 1], { a: Array.from({ length: 5 }, () => yes), b: second }),
          ),
        ),
      );
    expect(lead([yes, yes, yes, yes, 'partial'])).toMatchObject({ kind: 'winner', lead: 0.1 });
    const close = judge(
      rankScores(scoreVendors(sheetOf([5, 5, 1], { a: [yes, yes, yes], b: [yes, yes, 'absent'] }))),
    );
    expect(close).toMatchObject({ kind: 'no-clear-winner', lead: 1 / 11 });
    expect(lead([null, null, null, null, null])).toEqual({ kind: 'too-few' });
  });

  it('SCORECARD must-haves that leave one, or none, or have no weight beside them are verdicts of their own', () => {
    const judged = (weights: Weight[], vendors: Record<string, Answer[]>) =>
      judge(scoreVendors(sheetOf(weights, vendors)));
    const musts: Weight[] = ['must', 5];
    expect(judged(musts, { a: ['absent', yes], b: [yes, yes] })).toMatchObject({
      kind: 'one-left',
      only: { slug: 'b' },
    });
    expect(judged(musts, { a: ['absent', yes] })).toEqual({ kind: 'none-left' });
    expect(judged(['must'], { a: [yes], b: [null], c: ['absent'] })).toEqual({
      kind: 'no-weights',
    });
    expect(judged(musts, { a: [yes, yes] })).toEqual({ kind: 'too-few' });
    expect(judged([], { a: [], b: [] })).toEqual({ kind: 'too-few' });
    expect(judged([], {})).toEqual({ kind: 'too-few' });
  });

  it('SCORECARD who fails a must-have is not ranked, whatever the score', () => {
    const scores = scoreVendors(
      sheetOf(['must', 5], { a: ['absent', yes], b: [null, 'partial'], c: [yes, 'absent'] }),
    );
    expect(orderOf(rankScores(scores))).toEqual([['b'], ['c']]);
  });

  it('SCORECARD names the smallest change of one weight that changes the order', () => {
    const sheet = sheetOf([5, 3, 1], {
      a: [yes, 'absent', 'absent'],
      b: ['absent', yes, yes],
    });
    expect(orderOf(rankScores(scoreVendors(sheet)))).toEqual([['a'], ['b']]);
    expect(findSmallestChange(sheet)).toEqual({
      criterion: 0,
      from: 5,
      to: 3,
      order: [['b'], ['a']],
    });
  });

  it('SCORECARD says that no change of one weight changes the order, when none does', () => {
    expect(findSmallestChange(sheetOf([5, 3], { a: [yes, yes], b: ['absent', 'absent'] }))).toBe(
      null,
    );
    expect(findSmallestChange(sheetOf(['must'], { a: [yes], b: [yes] }))).toBe(null);
  });
});

const level = fc.constantFrom<Answer>('documented', 'partial', 'absent', null);
const weight = fc.constantFrom<Weight>('must', 5, 3, 1);
const sheets = fc.integer({ min: 0, max: 8 }).chain((length) =>
  fc.record({
    weights: fc.array(weight, { minLength: length, maxLength: length }),
    vendors: fc
      .array(fc.array(level, { minLength: length, maxLength: length }), { maxLength: 6 })
      .map((all) => all.map((answers, index) => ({ slug: `v${index}`, answers }))),
  }),
);

describe('for any sheet', () => {
  it('SCORECARD the score lies between the cases, and they meet when all is known', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        for (const score of scoreVendors(sheet)) {
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
      fc.property(sheets, fc.constantFrom<Weight>(5, 3, 1), (sheet, more) => {
        const wider = {
          weights: [...sheet.weights, more],
          vendors: sheet.vendors.map(({ slug, answers }) => ({
            slug,
            answers: [...answers, null],
          })),
        };
        const [before, after] = [scoreVendors(sheet), scoreVendors(wider)];
        expect(after.map(shareOf)).toEqual(before.map(shareOf));
        expect(orderOf(rankScores(after))).toEqual(orderOf(rankScores(before)));
        for (const [index, score] of after.entries())
          expect(knownShare(score)).toBeLessThanOrEqual(knownShare(before[index] ?? score));
      }),
    );
  });

  it('SCORECARD the order is that of the scores, and nobody who fails is in it', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        const ranked = rankScores(scoreVendors(sheet));
        for (const [index, score] of ranked.entries()) {
          expect(score.gate).not.toBe('failed');
          const next = ranked[index + 1];
          if (next) expect(compareScores(score, next)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('SCORECARD the change that is named does change the order, and no smaller one does', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        const orderWith = (weights: readonly Weight[]) =>
          JSON.stringify(orderOf(rankScores(scoreVendors({ ...sheet, weights }))));
        const now = orderWith(sheet.weights);
        const sizes = sheet.weights.flatMap((from, index) =>
          from === 'must'
            ? []
            : ([5, 3, 1] as const)
                .filter((to) => orderWith(sheet.weights.with(index, to)) !== now)
                .map((to) => Math.abs(to - from)),
        );
        const found = findSmallestChange(sheet);
        const named = found ? [Math.abs(Number(found.to) - Number(found.from))] : [];
        expect(named).toEqual(sizes.length > 0 ? [Math.min(...sizes)] : []);
        if (found) expect(orderWith(sheet.weights.with(found.criterion, found.to))).not.toBe(now);
      }),
    );
  });
});
