import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, NO_DECISION, readDecision } from './decision.ts';
import { mergeDecisions } from './merge.ts';
import { fromAddress, fromFile, toAddress, toFile } from './share.ts';

const DECISION: Decision = {
  vendors: ['addepar', 'asora', 'masttro'],
  scoredBy: 'Ana',
  criteria: [
    { feature: 'general-ledger', weight: 'must' },
    { feature: 'audit-trail', weight: 5 },
    { words: 'Speaks Portuguese', weight: 3, answers: { asora: 'partial', masttro: 'absent' } },
  ],
  countsStated: true,
  members: [
    {
      name: 'Ben',
      vendors: ['kubera', 'asora'],
      criteria: [
        { feature: 'audit-trail', weight: 1 },
        { words: 'Speaks Portuguese', weight: 'must', answers: { kubera: 'documented' } },
      ],
    },
  ],
  marks: [{ vendor: 'asora', name: 'Ana', mark: 4, note: 'Calm demo <b>' }],
  currency: 'CHF',
  dayRate: 900,
  costs: [{ vendor: 'masttro', licence: [40_000, 60_000], implementation: [0, 0], days: [10, 20] }],
  memo: { choice: 'asora', reasons: 'Fits.\nNow.', dissent: '', questions: 'Exit?' },
};

const roundTrip = async (decision: Decision) => {
  const text = await toAddress(decision);
  return text === null ? null : fromAddress(text);
};
const addressOf = (value: unknown, version = 2) =>
  `${version}.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

/** `DECISION` as the first version of the page wrote it. */
const FIRST =
  '1.dY_PS8NAEIX_lfDOL2VTW0EQRYvFUyl4XPcwZYcQmmTD_kD__LLRiwcZmMO84eN91kK810UiCEkhCohJUs4xwNFa9DprlLEd1fcaQeNoIcUPuc1RhhHc18vHonJNzTnEXPqiScE7ol0ErmI64mUWcEccZJwar1NoHi9Pa4rD-xF8MBVtt9wZYwzv112nM9ya-tcRxyGnzed8Cl8bECDevof8DPeLtxavOoMW13LRVeZHalX507r7p7UhfAvnnGOORd0N';

describe('the address', () => {
  it('SHARE brings everything back, in characters that need no escape', async () => {
    expect(await roundTrip(DECISION)).toEqual({ decision: DECISION });
    expect(await toAddress(DECISION)).toMatch(/^2\.[\w-]{50,700}$/);
  });

  it('SHARE has room for twelve vendors and thirty criteria, and says when it has none', async () => {
    const features = Array.from({ length: 30 }, (_, i) => `consolidated-reporting-feature-${i}`);
    const large = {
      ...NO_DECISION,
      vendors: Array.from({ length: 12 }, (_, i) => `vendor-with-a-name-${i}`),
      criteria: features.map((feature) => ({ feature, weight: 3 })),
    };
    expect(await roundTrip(large)).toEqual({ decision: large });
    const noise = [...crypto.getRandomValues(new Uint8Array(900))]
      .map((byte) => String.fromCharCode(33 + (byte % 90)))
      .join('');
    const memo = { choice: '', reasons: noise, dissent: noise.slice(5), questions: noise };
    const wordy = { ...DECISION, memo: { ...memo, dissent: [...noise].reverse().join('') } };
    expect(await toAddress(wordy)).toBeNull();
  });

  it('SHARE takes nothing for an address that is none, and names what it cannot read', async () => {
    for (const text of ['', 'main', 'by-feature', '2.', 'x.abc', '2.a b'])
      expect([text, (await fromAddress(text)) === null || text === '2.']).toEqual([text, true]);
    expect(await fromAddress('3.abc')).toEqual({
      problem: 'This address was made by another version of the page and cannot be read.',
    });
    expect(await fromAddress(`2.${'A'.repeat(2000)}`)).toEqual({
      problem: 'This address is longer than any that is made here.',
    });
    const whole = (await toAddress(DECISION)) ?? '';
    for (const text of [whole.slice(0, -9), '2.AAAA', '2.'])
      expect(await fromAddress(text)).toHaveProperty('problem');
  });

  it('SHARE reads addresses and files of before', async () => {
    expect(await fromAddress(FIRST)).toEqual({ decision: DECISION });
    // The first of them named no person.
    const before = [['addepar'], [['audit-trail', 5]], [], ['CHF', 0], [], [-1, '', '', '']];
    const decision = {
      ...NO_DECISION,
      vendors: ['addepar'],
      criteria: [{ feature: 'audit-trail', weight: 5 }],
      currency: 'CHF',
    };
    expect(await fromAddress(addressOf(before, 1))).toEqual({ decision });
    const { vendors, ...rest } = decision;
    const file = new Blob([JSON.stringify({ version: 1, vendors, decision: rest })]);
    expect(await fromFile(file)).toEqual({ decision });
  });

  it('SHARE unpacks no bomb', async () => {
    const bomb = deflateRawSync('['.repeat(1_400_000)).toString('base64url');
    expect(bomb.length).toBeLessThan(2000);
    expect(await fromAddress(`2.${bomb}`)).toHaveProperty('problem');
  });

  it('SHARE makes something harmless of anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.nat(1), async (value, before) => {
        const text = addressOf(value, 2 - before);
        if (text.length > 2000) return;
        const found = await fromAddress(text);
        const decision = found && 'decision' in found ? found.decision : null;
        expect(decision).not.toBeNull();
        expect(readDecision(decision)).toEqual(decision);
      }),
    );
    const hostile = {
      vendors: ['<script>', '../../etc', '__proto__', 'ok', 7, 'ok'],
      scoredBy: 7,
      criteria: [
        { feature: '__proto__', weight: 5 },
        { words: 'Own\u0000\u202e words', weight: 99, answers: { '<b>': 'documented', ok: 'yes' } },
        ...Array(99).fill({ feature: 'x', weight: 1 }),
      ],
      countsStated: 'true',
      members: [
        { name: '', vendors: ['ok'] },
        { name: 'N'.repeat(999), vendors: '<b>', criteria: [{ feature: 'x', weight: 1 }] },
        ...Array(99).fill({ name: 'Ben', criteria: 5 }),
      ],
      marks: [
        { vendor: 'ok', name: 'N'.repeat(999), mark: 5, note: 'n'.repeat(999) },
        { vendor: 'ok', name: 'Zero', mark: 0, note: '' },
      ],
      currency: 'TOOLONGCURRENCY',
      dayRate: -5,
      costs: [{ vendor: 'ok', licence: [9e99, -1], implementation: [1.5, 0], days: ['x', null] }],
      memo: { choice: 99, reasons: 'r'.repeat(9999), dissent: '  Wait. \n ' },
      more: 'unknown',
    };
    expect(await fromAddress(addressOf(hostile))).toEqual({
      decision: {
        vendors: ['ok'],
        scoredBy: '',
        criteria: [
          { words: 'Own words', weight: 'must', answers: {} },
          { feature: 'x', weight: 1 },
        ],
        countsStated: false,
        members: [
          { name: 'N'.repeat(40), vendors: [], criteria: [{ feature: 'x', weight: 1 }] },
          { name: 'Ben', vendors: [], criteria: [] },
        ],
        marks: [{ vendor: 'ok', name: 'N'.repeat(40), mark: 5, note: 'n'.repeat(200) }],
        currency: 'TOOLO',
        dayRate: 0,
        costs: [{ vendor: 'ok', licence: [0, 0], implementation: [1.5, 0], days: [0, 0] }],
        memo: { choice: '', reasons: 'r'.repeat(1000), dissent: 'Wait.', questions: '' },
      },
    });
  });
});

describe('the file', () => {
  it('SHARE brings everything back, and refuses what is no file of ours', async () => {
    expect(await fromFile(new Blob([toFile(DECISION)]))).toEqual({ decision: DECISION });
    const problem = 'This file was not saved from this page.';
    for (const text of ['', 'null', '[]', '{"a":1}', '<html>', 'x'.repeat(1_000_001)])
      expect(await fromFile(new Blob([text]))).toEqual({ problem });
  });
});

describe('merging', () => {
  const merge = (ours: Decision, theirs: Decision) =>
    mergeDecisions(ours, theirs, { vendors: [{ slug: 'asora', name: 'Asora' }], features: [] });

  it('SHARE adds what is new and keeps what is ours', () => {
    const ours: Decision = {
      ...NO_DECISION,
      vendors: ['addepar', 'kubera'],
      criteria: [{ feature: 'audit-trail', weight: 1 }],
      marks: [{ vendor: 'asora', name: 'ana', mark: 2, note: '' }],
      memo: { choice: '', reasons: 'Ours', dissent: '', questions: '' },
    };
    const { merged, leftOut } = merge(ours, DECISION);
    expect(merged.vendors).toEqual(['addepar', 'kubera', 'asora', 'masttro']);
    expect(merged.criteria.map(({ weight }) => weight)).toEqual([1, 'must', 3]);
    expect(merged.marks).toEqual([{ vendor: 'asora', name: 'ana', mark: 2, note: '' }]);
    expect(merged.memo).toEqual({
      choice: 'asora',
      reasons: 'Ours\n\nFits.\nNow.',
      dissent: '',
      questions: 'Exit?',
    });
    expect(merged.costs).toEqual(DECISION.costs);
    expect([merged.currency, merged.dayRate]).toEqual(['CHF', 900]);
    expect(leftOut).toEqual([
      'Weights, as you have your own: audit-trail.',
      'Marks, as you have your own: Ana on Asora.',
    ]);
  });

  it('SHARE loses no dissent, and names what of theirs gives way to ours', () => {
    const theirs: Decision = {
      ...DECISION,
      criteria: [
        { feature: 'general-ledger', weight: 5 },
        { words: 'speaks portuguese', weight: 3, answers: { asora: 'absent' } },
      ],
      marks: [{ vendor: 'asora', name: 'Ana', mark: 4, note: 'Slow demo' }],
      costs: [{ vendor: 'masttro', licence: [1, 2], implementation: [0, 0], days: [0, 0] }],
      memo: { choice: 'masttro', reasons: '', dissent: 'Y', questions: 'q'.repeat(999) },
    };
    const ours = { ...DECISION, memo: { ...DECISION.memo, dissent: 'X' } };
    const { merged, leftOut } = merge(ours, theirs);
    expect(merged).toEqual({ ...ours, memo: { ...DECISION.memo, dissent: 'X\n\nY' } });
    expect(leftOut).toEqual([
      'The choice, as you have your own: masttro.',
      'Weights, as you have your own: general-ledger.',
      'Findings, as you have your own: speaks portuguese.',
      'Marks, as you have your own: Ana on Asora.',
      'Costs, as you have your own: masttro.',
      'Texts of the memo, as each has room for 1000 characters: Open questions.',
    ]);
    // Texts merged before are not added again, nor when they are sent back.
    expect(merge(merged, theirs).merged).toEqual(merged);
    expect(merge(theirs, merged).merged.memo.dissent).toBe('Y\n\nX');
  });

  it('SHARE merging with nothing, or with itself, changes nothing', () => {
    expect(merge(DECISION, NO_DECISION).merged).toEqual(DECISION);
    const { merged, leftOut } = merge(DECISION, DECISION);
    expect(merged).toEqual(DECISION);
    expect(leftOut).toEqual([]);
  });

  const withMoney = (vendor: string, money: Partial<Decision>): Decision => ({
    ...NO_DECISION,
    vendors: [vendor],
    costs: [{ vendor, licence: [90_000, 0], implementation: [0, 0], days: [0, 10] }],
    ...money,
  });

  it('SHARE never calls figures another currency, nor counts our days by their rate, and says so', () => {
    const ours = withMoney('addepar', { currency: 'USD', dayRate: 500 });
    const theirs = withMoney('asora', { currency: 'EUR', dayRate: 900 });
    const { merged, leftOut } = merge(ours, theirs);
    expect(merged).toEqual({ ...ours, vendors: ['addepar', 'asora'] });
    expect(leftOut).toEqual([
      'Costs in EUR, as yours are in USD: Asora.',
      'A day rate of EUR 900; yours stays: USD 500.',
    ]);
  });

  it('SHARE takes figures of the same currency, and their day rate only where it changes nothing of ours', () => {
    const theirs = withMoney('asora', { dayRate: 900 });
    const withDays = withMoney('addepar', {});
    const kept = merge(withDays, theirs);
    expect(kept.merged.costs.map(({ vendor }) => vendor)).toEqual(['addepar', 'asora']);
    expect(kept.merged.dayRate).toBe(0);
    expect(kept.leftOut).toEqual(['A day rate of USD 900; yours stays: none yet.']);
    const withoutDays = withMoney('addepar', {
      costs: [{ vendor: 'addepar', licence: [1, 2], implementation: [0, 0], days: [0, 0] }],
    });
    const taken = merge(withoutDays, theirs);
    expect([taken.merged.dayRate, taken.leftOut]).toEqual([900, []]);
  });

  it('SHARE names what has no room before it is merged', () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}-${index}`);
    const side = (name: string, vendors: number, criteria: number): Decision => ({
      ...NO_DECISION,
      vendors: many(name, vendors),
      criteria: many(name, criteria).map((words) => ({ words, weight: 3, answers: {} })),
      members: many(name, 5).map((who) => ({ name: who, vendors: [], criteria: [] })),
      marks: [{ vendor: `${name}-7`, name: 'Ana', mark: 3, note: '' }],
      memo: { ...NO_DECISION.memo, choice: `${name}-7` },
    });
    const [ours, theirs] = [side('a', 10, 29), side('b', 8, 3)];
    const { merged, leftOut } = merge({ ...ours, memo: NO_DECISION.memo }, theirs);
    expect(merged.vendors).toEqual([...many('a', 10), 'b-0', 'b-1']);
    expect(merged.criteria).toHaveLength(30);
    expect(merged.marks.map(({ vendor }) => vendor)).toEqual(['a-7']);
    expect(merged.memo.choice).toBe('');
    expect(leftOut).toEqual([
      '6 vendors, as a shortlist holds 12: b-2, b-3, b-4, b-5, b-6, b-7.',
      '2 criteria, as a scorecard holds 30: b-1, b-2.',
      'Scorecards of others, as a committee has room for 6: b-1, b-2, b-3, b-4.',
    ]);
  });

  it('SHARE adds their findings on a criterion that both wrote, and keeps ours', () => {
    const found = (answers: Record<string, 'documented' | 'absent'>): Decision => ({
      ...NO_DECISION,
      vendors: ['addepar', 'asora'],
      criteria: [{ words: 'Portuguese', weight: 3, answers }],
    });
    const { merged } = merge(
      found({ addepar: 'documented' }),
      found({ addepar: 'absent', asora: 'absent' }),
    );
    expect(merged.criteria[0]?.answers).toEqual({
      addepar: 'documented',
      asora: 'absent',
    });
  });
});
