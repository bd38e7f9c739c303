import { describe, expect, it } from 'vitest';
import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import { addUp, sayRange, sayTotal } from './costs.ts';
import { type Cost, type Criterion, type Dossier, type Mark, NO_DECISION } from './decision.ts';
import { findDissent } from './marks.ts';
import { buildModel, type DecisionData } from './model.ts';
import { readAmount } from './read-amount.ts';
import { readQuestions } from './read-questions.ts';
import { groupRequirements, requirementsCsv, requirementsMarkdown } from './requirements.ts';
import type { Weight } from './score.ts';
import { densityOf, listUnconfirmed, sayUnconfirmed } from './unconfirmed.ts';
import { explainVerdict, sayCases, sayDissent, sayKnown } from './verdict-words.ts';

const cell = (level: Cell['level']): Cell => ({
  level,
  finding: 'Said so.',
  url: 'https://example.com',
  publisher: 'vendor',
  pageDate: null,
  note: null,
  checkedOn: '2026-11-15',
  checkedBy: 'Research desk',
});

const DATA: DecisionData = {
  vendors: [
    { slug: 'one', name: 'One' },
    { slug: 'two', name: 'Two' },
  ],
  features: [
    { slug: 'ledger', name: 'General Ledger', category: 'Accounting', questions: ['Post to one?'] },
    { slug: 'audit', name: 'Audit | Trail', category: 'Security', questions: ['=Who | when?'] },
    { slug: 'sso', name: 'Sign-on', category: 'Security', questions: [] },
  ],
  evidence: [
    { vendor: 'one', feature: 'ledger', cell: cell('documented') },
    { vendor: 'two', feature: 'audit', cell: cell('documented') },
    { vendor: 'one', feature: 'audit', cell: cell('partial') },
    { vendor: 'two', feature: 'ledger', cell: cell('partial') },
  ],
  moved: { vendors: [], features: [] },
  isWhole: true,
};

const DOSSIER: Dossier = {
  vendors: ['one', 'two', 'gone'],
  decision: {
    ...NO_DECISION,
    criteria: [
      { feature: 'ledger', weight: 5 },
      { feature: 'audit', weight: 5 },
      { feature: 'sso', weight: 'must' },
      { words: 'Speaks Portuguese', weight: 1, answers: { two: 'documented' } },
      { feature: 'nowhere', weight: 1 },
    ],
  },
};

const model = buildModel(DATA, DOSSIER);

describe('the model', () => {
  it('SCORECARD takes evidence for features and own findings for own words, and names what is gone', () => {
    expect(model.rows.map(({ answers }) => answers)).toEqual([
      ['documented', 'partial'],
      ['partial', 'documented'],
      [null, null],
      [null, 'documented'],
    ]);
    expect(model.unknown).toEqual({ vendors: ['gone'], features: ['nowhere'] });
  });

  it('SCORECARD judges nobody by half of the evidence, and calls nobody gone', () => {
    const half = buildModel({ ...DATA, isWhole: false }, DOSSIER);
    expect(half.unknown).toEqual({ vendors: [], features: [] });
    expect(half.vendors.map(({ name }) => name)).toEqual(['One', 'Two', 'gone']);
    expect(half.rows.map(({ name }) => name)).toContain('nowhere');
    expect([half.scores, half.ranked, half.change]).toEqual([[], [], null]);
    const { title, why } = explainVerdict(half);
    expect(title).toBe('No verdict');
    expect(why.join()).toContain('the evidence here is not whole and no score is made of it');
  });

  it('SCORECARD says in words that nobody leads clearly, and why', () => {
    expect(explainVerdict(model)).toEqual({
      title: 'No clear winner',
      why: [
        'Two has 77%, One 75%: a lead of 2%, and under 10% none is clear.',
        'The smallest change that changes the order: if Audit | Trail weighed 3 instead of 5, it would be One, then Two.',
      ],
    });
  });
});

describe('the verdict in words', () => {
  /** Own criteria, with the buyer's findings by vendor. */
  const explain = (vendors: string[], criteria: Criterion[]) => {
    const names = vendors.map((slug) => ({ slug, name: slug.toUpperCase() }));
    const built = buildModel(
      { ...DATA, vendors: names },
      { vendors, decision: { ...NO_DECISION, criteria } },
    );
    return {
      ...explainVerdict(built),
      figures: built.scores.map((s) => [sayKnown(s), sayCases(s)]),
    };
  };
  const must = (words: string, answers: Criterion['answers'] = {}): Criterion => ({
    words,
    weight: 'must',
    answers,
  });

  it('SCORECARD says who remains after a must-have, and who is ruled out by what', () => {
    expect(
      explain(
        ['a', 'b'],
        [
          must('Ledger', { a: 'absent', b: 'documented' }),
          must('Exit', { a: 'absent' }),
          { words: 'Speed', weight: 5, answers: { a: 'documented', b: 'partial' } },
        ],
      ),
    ).toMatchObject({
      title: 'Only B remains',
      why: [
        'Of B, Exit must be asked for: not confirmed, or only partly there.',
        'Ruled out: A, which says no to Ledger and Exit.',
      ],
    });
    const musts = ['One', 'Two', 'Three', 'Four'].map((name) => must(name, { a: 'absent' }));
    expect(explain(['a'], musts)).toMatchObject({
      title: 'No vendor remains',
      why: ['Ruled out: A, which says no to One, Two, and 2 more.'],
    });
  });

  it('SCORECARD speaks of no weight where must-haves stand alone', () => {
    expect(
      explain(['a', 'b', 'c'], [must('Ledger', { a: 'documented', b: 'partial', c: 'absent' })]),
    ).toEqual({
      title: 'Not ranked: A and B',
      why: [
        'No criterion has a weight, so that must-haves alone say who remains.',
        'Ruled out: C, which says no to Ledger.',
      ],
      figures: Array(3).fill(['No weights', 'No weights']),
    });
  });

  it('SCORECARD names everybody whom what is not confirmed may lift above the first', () => {
    const { why } = explain(
      ['a', 'b', 'c', 'd', 'e'],
      [
        must('Ledger', { e: 'absent' }),
        { words: 'One', weight: 5, answers: { a: 'documented', b: 'partial', c: 'absent' } },
        { words: 'Two', weight: 3, answers: { a: 'partial', b: 'documented' } },
        { words: 'Three', weight: 3, answers: { a: 'partial', b: 'partial' } },
        { words: 'Four', weight: 3, answers: {} },
        { words: 'Five', weight: 3, answers: { a: 'partial', b: 'partial' } },
      ],
    );
    expect(why[1]).toBe(
      'What is not confirmed could turn it: D may reach 100%, C may reach 71%, B may reach 68%, A may fall to 56%.',
    );
  });
});

describe('the memo', () => {
  const mark = (name: string, vendor: string, points: number, note = ''): Mark => ({
    name,
    vendor,
    mark: points,
    note,
  });
  const dissentOf = (marks: readonly Mark[]) =>
    findDissent(marks, 'one').map((dissent) => sayDissent(model, dissent));

  it('MEMO dissent is a low mark for the choice, or a runner-up that the same member puts above it', () => {
    expect(
      dissentOf([
        mark('Ana', 'one', 2, 'Too slow'),
        mark('Ben', 'one', 3),
        mark('ben', 'two', 4, 'Knows our bank'),
        mark('Cleo', 'one', 1, 'No'),
        mark('Cleo', 'two', 5, 'Yes'),
      ]),
    ).toEqual([
      'Ana gives the choice 2 of 5: Too slow',
      'Ben prefers Two (4 of 5) to the choice (3 of 5): Knows our bank',
      'Cleo prefers Two (5 of 5) to the choice (1 of 5): No; Yes',
    ]);
  });

  it('MEMO a low mark for a runner-up is no dissent, nor is a mark of who did not mark the choice', () => {
    const marks = [
      mark('Ana', 'one', 5),
      mark('Ana', 'two', 1),
      mark('Ben', 'one', 4),
      mark('Ben', 'two', 4),
      mark('Cleo', 'one', 3),
      mark('Dan', 'two', 5),
    ];
    expect(dissentOf(marks)).toEqual([]);
    expect(findDissent([mark('Ana', 'one', 1)], '')).toEqual([]);
  });

  it('MEMO names the weightiest of what is not confirmed, and counts the rest', () => {
    const weights: Weight[] = [1, 1, 3, 5, 'must', 1, 3];
    const criteria = weights.map((weight, index) => ({
      words: `C${index} weighs ${weight}`,
      weight,
    }));
    const open = buildModel(DATA, {
      vendors: ['one'],
      decision: { ...NO_DECISION, criteria },
    });
    const [one = { slug: '', name: '', criteria: [] }] = listUnconfirmed(open);
    expect(sayUnconfirmed(one, densityOf({ vendors: [one, one, one] }))).toBe(
      'C4 weighs must, C3 weighs 5, C2 weighs 3, C6 weighs 3, C0 weighs 1, and 2 more, in the annex',
    );
    expect(sayUnconfirmed(one, densityOf({ vendors: Array(12).fill(one) }))).toBe(
      'C4 weighs must, C3 weighs 5, and 5 more, in the annex',
    );
    expect(sayUnconfirmed({ ...one, criteria: [] }, 'roomy')).toBe('nothing');
  });
});

describe('the requirements', () => {
  const groups = groupRequirements(model);

  it('REQUIREMENTS group the criteria, what must be first, with their questions', () => {
    expect(groups.map(({ category, rows }) => [category, rows.map(({ name }) => name)])).toEqual([
      ['Accounting', ['General Ledger']],
      ['Security', ['Sign-on', 'Audit | Trail']],
      ['Your own criteria', ['Speaks Portuguese']],
    ]);
  });

  it('REQUIREMENTS are a file that no spreadsheet runs', () => {
    expect(requirementsCsv(groups).split('\r\n')).toEqual([
      'Category,Requirement,Must or should,Question,Answer,Shown on screen',
      'Accounting,General Ledger,Should,Post to one?,,',
      'Security,Sign-on,Must,Show on screen: Sign-on,,',
      "Security,Audit | Trail,Should,'=Who | when?,,",
      'Your own criteria,Speaks Portuguese,Should,Show on screen: Speaks Portuguese,,',
      'Signatures,For the vendor,,"Name, date, signature",,',
      'Signatures,For the family office,,"Name, date, signature",,',
      '',
    ]);
  });

  it('REQUIREMENTS are Markdown whose cells hold', () => {
    const text = requirementsMarkdown(groups);
    expect(text).toContain('| Audit \\| Trail | Should | =Who \\| when? |  |  |');
    expect(text).toContain(
      '## Signatures\n\n|  | Name | Date | Signature |\n|---|---|---|---|\n| For the vendor |  |  |  |\n| For the family office |  |  |  |\n',
    );
  });

  it('REQUIREMENTS read the questions of a feature page', () => {
    const text =
      '## What it is\n\n- no\n\n## Ask for these on screen\n\n- Can **one** [user](/x) see?\n* Two?\n\n## More\n\n- no';
    expect(readQuestions(text)).toEqual(['Can one user see?', 'Two?']);
    expect(readQuestions('text')).toEqual([]);
    expect(readQuestions(null)).toEqual([]);
  });
});

describe('the costs', () => {
  const NOTHING: Cost = { vendor: 'one', licence: [0, 0], implementation: [0, 0], days: [0, 0] };

  it('COSTS add up five years of the own figures, low and high', () => {
    const cost = {
      vendor: 'one',
      licence: [10_000, 12_000],
      implementation: [5000, 8000],
      days: [2, 4],
    } as const;
    expect(addUp(cost, 500)).toEqual({
      licence: [50_000, 60_000],
      implementation: [5000, 8000],
      internal: [5000, 10_000],
      total: [60_000, 78_000],
      lacksRate: false,
    });
    expect(addUp({ ...cost, licence: [9, 0], implementation: [8, 5] }, 0)).toMatchObject({
      licence: [45, 45],
      implementation: [5, 8],
    });
    expect(sayRange([60_000, 78_000], 'CHF')).toBe('CHF 60,000 to 78,000');
    expect(sayRange([5, 5])).toBe('5');
  });

  it('COSTS invent nothing where no figure was given', () => {
    expect(addUp(undefined, 500)).toBeNull();
    expect(addUp(NOTHING, 500)).toBeNull();
  });

  it('COSTS one figure is both ends, in whichever field it stands', () => {
    expect(addUp({ ...NOTHING, licence: [0, 120_000] }, 0)?.total).toEqual([600_000, 600_000]);
    expect(addUp({ ...NOTHING, licence: [120_000, 0] }, 0)?.total).toEqual([600_000, 600_000]);
  });

  it('COSTS say that days without a day rate are in no sum', () => {
    const words = (cost: Cost, rate: number) => {
      const sum = addUp(cost, rate);
      return sum && sayTotal(sum, 'USD');
    };
    const days = { ...NOTHING, days: [10, 20] } as const;
    expect(words(days, 0)).toBe('Days alone, without a day rate');
    expect(words({ ...days, licence: [1000, 0] }, 0)).toBe(
      'USD 5,000, without the days: no day rate',
    );
    expect(words(days, 100)).toBe('USD 5,000 to 10,000');
  });

  it.each<[string, number]>([
    ['', 0],
    ['250000', 250_000],
    ['250,000', 250_000],
    ['250.000', 250_000],
    ['1.500', 1500],
    ['1,500', 1500],
    ['1.200.000', 1_200_000],
    ["1'200'000", 1_200_000],
    ['1 200 000', 1_200_000],
    ['1,200,000.50', 1_200_000.5],
    ['1.200.000,50', 1_200_000.5],
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['250k', 250_000],
    ['250 K', 250_000],
    ['1.5m', 1_500_000],
    ['1,25 Mio', 1_250_000],
    ['USD 90,000', 90_000],
    ['€ 90.000', 90_000],
    ['90k €', 90_000],
  ])('COSTS read %j as people write it', (text, amount) => {
    expect(readAmount(text)).toEqual({ amount });
  });

  it.each([
    'abc',
    '-5',
    '1.2.3',
    '12,34,567',
    '1.500m',
    '250kk',
    '1.2345',
    '1,200.000',
    '10-20',
    '5x',
    '2 mrd',
  ])('COSTS refuse %j with a word and never count a part of it', (text) => {
    expect(readAmount(text)).toEqual({
      problem: 'Not counted: write 250,000, 250.000, 250k or 1.5m.',
    });
  });

  it('COSTS refuse what is more than a figure of ours holds', () => {
    const problem = 'Not counted: more than 1,000,000,000.';
    for (const text of ['5,000,000,000', '5000m']) expect(readAmount(text)).toEqual({ problem });
    expect(readAmount('1000m')).toEqual({ amount: 1_000_000_000 });
  });
});
