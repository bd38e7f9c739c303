import { describe, expect, it } from 'vitest';
import { readAsked } from './asked.ts';
import {
  addMember,
  compareMarks,
  compareScorecards,
  removeMember,
  type SideBySide,
  whyNotAdded,
} from './committee.ts';
import { type Criterion, type Decision, listScorers, NO_DECISION } from './decision.ts';
import { buildModel, type DecisionData } from './model.ts';

const named = (slug: string) => ({ slug, name: slug.toUpperCase() });

const DATA: DecisionData = {
  vendors: Array.from({ length: 20 }, (_, index) => named(`v${index}`)),
  features: ['ledger', 'audit', 'sso'].map((slug) => ({
    ...named(slug),
    category: 'Books',
    questions: [],
  })),
  evidence: [],
  sets: [],
  moved: { vendors: [{ from: 'old', to: 'v3' }], features: [{ from: 'books', to: 'ledger' }] },
  isWhole: true,
};

const own = (words: string, weight: Criterion['weight'], answers: Criterion['answers'] = {}) => ({
  words,
  weight,
  answers,
});
const FAST = { v0: 'documented', v1: 'absent' } as const;
const CHEAP = { v0: 'absent', v1: 'documented' } as const;

const ANA: Decision = {
  ...NO_DECISION,
  vendors: ['v0', 'v1'],
  scoredBy: 'Ana',
  criteria: [own('Fast', 5, FAST), own('Cheap', 1, CHEAP)],
  marks: [{ vendor: 'v0', name: 'Ana', mark: 5, note: '' }],
};
const BEN: Decision = {
  ...NO_DECISION,
  vendors: ['v0', 'v1', 'v2'],
  scoredBy: 'Benedikt',
  criteria: [
    own('Fast', 1, FAST),
    own('Cheap', 'must', CHEAP),
    own('Near', 3, { v1: 'documented' }),
  ],
  marks: [{ vendor: 'v0', name: 'B.', mark: 2, note: 'Slow' }],
};
const CLEO: Decision = { ...BEN, scoredBy: 'Cleo', criteria: [own('cheap', 5, CHEAP)], marks: [] };

const all = addMember(addMember(ANA, BEN, 'Ben'), CLEO, 'Cleo');
const cellsOf = ({ rows }: SideBySide) =>
  rows.map(({ name, cells, mean, differs }) => [name, ...cells, mean, differs]);

describe('the committee', () => {
  it('COMMITTEE puts a shared scorecard and its marks beside ours, under the name that was typed', () => {
    expect(all.members.map(({ name, vendors }) => [name, vendors.length])).toEqual([
      ['Ben', 3],
      ['Cleo', 3],
    ]);
    expect(all.marks.map(({ name, vendor, mark }) => [name, vendor, mark])).toEqual([
      ['Ben', 'v0', 2],
      ['Ana', 'v0', 5],
    ]);
    expect([all.criteria, all.vendors, all.memo]).toEqual([ANA.criteria, ANA.vendors, ANA.memo]);
    expect(listScorers(all)).toEqual(['Ana', 'Ben', 'Cleo']);
    // The same name again replaces its earlier scorecard, and goes with its marks.
    expect(addMember(all, { ...BEN, marks: [] }, ' ben').members.map(({ name }) => name)).toEqual([
      'Cleo',
      'ben',
    ]);
    expect(removeMember(removeMember(all, 'BEN'), 'cleo')).toEqual(ANA);
  });

  it('COMMITTEE takes no scorecard under our own name, nor more than there is room for', () => {
    expect(whyNotAdded(all, ' ANA')).toBe(
      'You score as Ana yourself: a scorecard of that name would replace your marks.',
    );
    expect([whyNotAdded(all, 'Dora'), whyNotAdded({ ...all, scoredBy: '' }, 'Ana')]).toEqual([
      '',
      '',
    ]);
    const six = ['Dora', 'Emil', 'Fay', 'Gus'].reduce(
      (now, name) => addMember(now, BEN, name),
      all,
    );
    expect([whyNotAdded(six, 'Hal'), whyNotAdded(six, 'ben')]).toEqual([
      'There is room for 6 scorecards.',
      '',
    ]);
  });

  it('COMMITTEE shows weights side by side, their mean, and where they differ', () => {
    expect(cellsOf(compareScorecards(DATA, all).weights)).toEqual([
      ['Fast', 'Weight 5', 'Weight 1', 'Left out', '2.0', true],
      ['Cheap', 'Weight 1', 'Must have', 'Weight 5', '3.7', true],
      ['Near', 'Left out', 'Weight 3', 'Left out', '1.0', true],
    ]);
    const agreed = addMember(ANA, ANA, 'Ben');
    expect(compareScorecards(DATA, agreed).weights.rows.map(({ differs }) => differs)).toEqual([
      false,
      false,
    ]);
    const musts = addMember(addMember(ANA, BEN, 'Ben'), BEN, 'Cleo');
    expect(compareScorecards(DATA, musts).weights.rows[1]?.mean).toBe('Must have');
  });

  it('COMMITTEE shows the order of each and of the mean', () => {
    expect(compareScorecards(DATA, all).orders.people).toEqual(['Ana', 'Ben', 'Cleo']);
    expect(cellsOf(compareScorecards(DATA, all).orders)).toEqual([
      ['V1', '2. (17%)', '1. (75%)', '1. (100%)', '1. (70%)', true],
      ['V0', '1. (83%)', 'Ruled out', '2. (0%)', '2. (35%)', true],
    ]);
    expect(compareScorecards(DATA, all).meanOrder).toEqual([['v1'], ['v0']]);
  });

  it('COMMITTEE counts a finding as open in the mean when two say otherwise', () => {
    const other = { ...ANA, criteria: [own('Fast', 5, { v0: 'absent', v1: 'absent' })] };
    const { rows } = compareScorecards(DATA, addMember(ANA, other, 'Ben')).orders;
    expect(rows.map(({ name, mean }) => [name, mean])).toEqual([
      ['V1', '1. (9%)'],
      ['V0', '2. (0%)'],
    ]);
  });

  it('COMMITTEE shows marks side by side, and disagreement from two steps on', () => {
    const model = buildModel(DATA, all);
    expect(cellsOf(compareMarks(model, all))).toEqual([
      ['V0', '5 of 5', '2 of 5: Slow', '3.5 of 5 (2)', true],
    ]);
    expect(compareMarks(model, all).people).toEqual(['Ana', 'Ben']);
  });
});

describe('an address that names vendors and needs', () => {
  const asked = (v: string, need = '', must = '') => readAsked({ v, need, must }, DATA, ANA);

  it('SHORTLIST an unknown name takes no place among the twelve, and is named', () => {
    const twelve = Array.from({ length: 12 }, (_, index) => `v${index}`);
    const found = asked(['nobody', ...twelve, 'v12', '<b>'].join());
    expect(found?.decision.vendors).toEqual(twelve);
    expect(found?.notes).toEqual([
      'Not on this site (any more): nobody.',
      'A shortlist holds at most 12 vendors. Left out: V12.',
    ]);
  });

  it('SCORECARD needs become criteria and musts must-haves, by the names of today', () => {
    const found = asked('old', 'audit,books', 'books,sso,gone');
    expect(found?.decision).toMatchObject({
      vendors: ['v3'],
      criteria: [
        { feature: 'audit', weight: 3 },
        { feature: 'ledger', weight: 'must' },
        { feature: 'sso', weight: 'must' },
      ],
      marks: [],
    });
    expect(found?.notes).toEqual(['Not on this site (any more): gone.']);
    expect(asked('', 'audit')?.decision.vendors).toEqual(ANA.vendors);
    const weighed = { v: 'v1', need: 'audit,ledger,sso', must: 'sso', w: 'books:5,audit:4,sso:1' };
    expect(readAsked(weighed, DATA, ANA)?.decision.criteria).toEqual([
      { feature: 'audit', weight: 3 },
      { feature: 'ledger', weight: 5 },
      { feature: 'sso', weight: 'must' },
    ]);
    expect(asked('')).toBeNull();
  });
});
