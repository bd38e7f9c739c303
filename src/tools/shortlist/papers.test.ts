import { describe, expect, it } from 'vitest';
import type { Cell } from '#content/shared/coverage/coverage-schema.ts';
import { readQuestions } from '#content/shared/read-questions.ts';
import { type Criterion, type Decision, NO_DECISION } from './decision.ts';
import {
  densityOf,
  listEvents,
  listEvidence,
  listUnconfirmed,
  splitText,
  splitUnconfirmed,
} from './memo-texts.ts';
import { buildModel, type DecisionData } from './model.ts';
import {
  contractQuestions,
  groupRequirements,
  requirementsCsv,
  requirementsMarkdown,
} from './pages/requirements.tsx';
import type { Weight } from './score.ts';
import { findQuestions } from './score.ts';
import {
  explainVerdict,
  sayCases,
  sayCriteria,
  sayEffect,
  sayKnown,
  sayMusts,
} from './verdict-words.ts';

const cell = (level: Cell['level']): Cell => ({
  level,
  finding: 'Said so.',
  url: 'https://example.com',
  publisher: 'vendor',
  pageDate: null,
  note: null,
  checkedOn: '2026-11-15',
  checkedBy: 'Research desk',
  readIn: 'stored copy',
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
  records: [],
  sets: [],
  moved: { vendors: [], features: [] },
  isWhole: true,
};

const DECISION: Decision = {
  ...NO_DECISION,
  vendors: ['one', 'two', 'gone'],
  criteria: [
    { feature: 'ledger', weight: 5 },
    { feature: 'audit', weight: 5 },
    { feature: 'sso', weight: 'must' },
    { words: 'Speaks Portuguese', weight: 1, answers: { two: 'documented' } },
    { feature: 'nowhere', weight: 1 },
  ],
};

const model = buildModel(DATA, DECISION);

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
    const half = buildModel({ ...DATA, isWhole: false }, DECISION);
    expect(half.unknown).toEqual({ vendors: [], features: [] });
    expect(half.vendors.map(({ name }) => name)).toEqual(['One', 'Two', 'gone']);
    expect(half.rows.map(({ name }) => name)).toContain('nowhere');
    expect([half.scores, half.ranked]).toEqual([[], []]);
    const { title, why } = explainVerdict(half);
    expect(title).toBe('No verdict');
    expect(why.join()).toContain('the evidence here is not whole and no score is made of it');
  });

  it('SCORECARD says in words that nobody can be told apart yet, why, and what to ask next', () => {
    expect(explainVerdict(model)).toEqual({
      title: 'Two and One cannot be told apart yet: 95% of the weight is known',
      why: [
        'The ranges overlap: Two stands at 77%, One may end between 68% and 77%.',
        'The smallest change that changes the order: if Audit | Trail weighed 3 instead of 5, it would be One, then Two.',
      ],
    });
    const asked = findQuestions(model.input).map((question) => [
      question.slug,
      model.rows[question.criterion]?.name,
      sayEffect(model, question),
    ]);
    expect(asked).toEqual([
      ['two', 'Sign-on', 'A no rules Two out.'],
      ['one', 'Speaks Portuguese', 'A yes makes it One and Two (level).'],
      ['one', 'Sign-on', 'A no rules One out.'],
    ]);
  });
});

describe('the verdict in words', () => {
  /** Own criteria, with the buyer's findings by vendor. */
  const explain = (vendors: string[], criteria: Criterion[]) => {
    const names = vendors.map((slug) => ({ slug, name: slug.toUpperCase() }));
    const built = buildModel({ ...DATA, vendors: names }, { vendors, criteria });
    return {
      ...explainVerdict(built),
      musts: built.scores.map(sayMusts),
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

  it('SCORECARD counts must-haves in words, which order where nothing is weighed', () => {
    expect(
      explain(
        ['a', 'b', 'c'],
        [
          must('Ledger', { a: 'documented', b: 'documented', c: 'absent' }),
          must('Exit', { b: 'documented' }),
          must('Audit', { b: 'partial' }),
        ],
      ),
    ).toEqual({
      title: 'B and A cannot be told apart yet: 50% of the must-haves are known',
      why: [
        'No criterion has a weight: must-haves alone order the vendors.',
        'Must-haves order those whose scores are level: B 2 of 3 documented, 1 partly; A 1 of 3 documented, 2 to ask.',
        'Ruled out: C, which says no to Ledger.',
      ],
      musts: [
        '1 of 3 documented, 2 to ask',
        '2 of 3 documented, 1 partly',
        '0 of 3 documented, 1 says no, 2 to ask',
      ],
      figures: Array(3).fill(['No weights', 'No weights']),
    });
    expect(explain(['a', 'b'], [must('Ledger', { a: 'documented' })]).musts[0]).toBe(
      '1 of 1 documented',
    );
  });

  it('SCORECARD says who leads, and that a must-have is still to ask', () => {
    const criteria: Criterion[] = [
      must('Ledger', { b: 'documented' }),
      { words: 'One', weight: 5, answers: { a: 'documented', b: 'partial' } },
      { words: 'Two', weight: 1, answers: { a: 'documented' } },
    ];
    expect(explain(['a', 'b'], criteria)).toMatchObject({
      title: 'A leads, with 1 must-have to ask',
      why: [
        'A has 100% and never less than 100%; B reaches 58% at best.',
        'No change of one weight changes the order.',
      ],
    });
  });

  it('SCORECARD names everybody whom what is not confirmed may lift above the first', () => {
    const { title } = explain(
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
    expect(title).toBe('A, D, and 2 more cannot be told apart yet: 49% of the weight is known');
  });
});

describe('the memo', () => {
  it('MEMO names the weightiest of what is not confirmed, and counts the rest', () => {
    const weights: Weight[] = [1, 1, 3, 5, 'must', 1, 3];
    const criteria = weights.map((weight, index) => ({
      words: `C${index} weighs ${weight}`,
      weight,
    }));
    const open = buildModel(DATA, { vendors: ['one'], criteria });
    const [one = { slug: '', name: '', criteria: [] }] = listUnconfirmed(open);
    expect(splitUnconfirmed(one, densityOf({ vendors: [one, one, one] }))).toEqual({
      onPage:
        'C4 weighs must, C3 weighs 5, C2 weighs 3, C6 weighs 3, C0 weighs 1, and 2 more, in the annex',
      rest: ['C1 weighs 1', 'C5 weighs 1'],
    });
    expect(splitUnconfirmed(one, densityOf({ vendors: Array(12).fill(one) })).onPage).toBe(
      'C4 weighs must, C3 weighs 5, and 5 more, in the annex',
    );
    expect(splitUnconfirmed({ ...one, criteria: [] }, 'roomy')).toEqual({
      onPage: 'nothing',
      rest: [],
    });
  });

  it.each([
    'It fits our books. '.repeat(60),
    'WIDE WORDS '.repeat(90),
    'a\n'.repeat(400),
    'x'.repeat(999),
  ])('MEMO parts a long text between the page and the annex, each word once: %.9s', (text) => {
    for (const density of ['roomy', 'dense'] as const) {
      const { onPage, rest } = splitText('Why', text.trim(), density);
      const letters = (words: string) => words.replace(/\s/g, '');
      expect(letters(onPage + rest)).toBe(letters(text));
      expect(onPage.length).toBeLessThanOrEqual(density === 'roomy' ? 600 : 230);
      expect(rest).not.toBe('');
    }
    expect(splitText('Why', 'Short.', 'dense')).toEqual({
      title: 'Why',
      onPage: 'Short.',
      rest: '',
    });
  });

  it('MEMO names each source once, with its rank, and each line of evidence by its number', () => {
    const { criteria, sources } = listEvidence(model);
    expect(sources).toEqual([
      'First rank, published by the vendor: https://example.com, read in a stored copy, page undated.',
    ]);
    expect(
      criteria.map(({ row, lines }) => [row.name, ...lines.map((line) => line.source)]),
    ).toEqual([
      ['General Ledger', 1, 1],
      ['Audit | Trail', 1, 1],
    ]);
    expect(sayCriteria(model.rows)).toBe(
      'Must have: Sign-on. Weight 5: General Ledger, Audit | Trail. Weight 1: Speaks Portuguese.',
    );
  });
});

describe('the events of a memo', () => {
  it('MEMO names what happened within two years, newest first, and nothing older or undated', () => {
    const event = (date: string | null, sentence: string) => ({ date, kind: 'owner', sentence });
    const events = [
      event('2024-11-18', 'Too old.'),
      event('2024-11', 'Within the month.'),
      event(null, 'Undated.'),
      event('2025-09-02', 'Sold.'),
    ];
    const records = [{ vendor: 'one', events, topics: [] }];
    const built = buildModel({ ...DATA, records }, DECISION);
    const listed = listEvents(built, new Date('2026-11-19'));
    expect(listed.map(({ vendor, date, sentence }) => [vendor, date, sentence])).toEqual([
      ['One', 'Sep 2, 2025', 'Sold.'],
      ['One', 'Nov 2024', 'Within the month.'],
    ]);
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

  it('REQUIREMENTS ask of the contract what public terms leave open, and whom', () => {
    const records: DecisionData['records'] = [
      { vendor: 'one', events: [], topics: ['notice'] },
      { vendor: 'two', events: [], topics: ['notice', 'term'] },
    ];
    const [group, ...rest] = contractQuestions(buildModel({ ...DATA, records }, DECISION));
    expect(rest).toEqual([]);
    const names = group?.rows.map(({ name }) => name);
    expect(names).not.toContain('Notice');
    expect(names).toContain('Term and termination, for One');
    expect(names).toContain('Price increase');
    expect(
      contractQuestions(model)[0]?.rows.find(({ key }) => key === 'notice')?.questions,
    ).toEqual(['How long before the end must notice be given, and in which form?']);
  });

  it('REQUIREMENTS read the questions of a feature page', () => {
    const text =
      '## What it is\n\n- no\n\n## Ask for these on screen\n\n- Can **one** [user](/x) see?\n* Two?\n\n## More\n\n- no';
    expect(readQuestions(text)).toEqual(['Can one user see?', 'Two?']);
    expect(readQuestions('text')).toEqual([]);
    expect(readQuestions(null)).toEqual([]);
  });
});
