import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Criterion, type Decision, NO_DECISION, readDecision } from './decision.ts';
import { mergeDecisions } from './merge.ts';
import { fromAddress, toAddress } from './share.ts';

const DECISION: Decision = {
  vendors: ['addepar', 'asora', 'masttro'],
  criteria: [
    { feature: 'general-ledger', weight: 'must' },
    { feature: 'audit-trail', weight: 5 },
    { words: 'Speaks Portuguese', weight: 3, answers: { asora: 'partial', masttro: 'absent' } },
    { feature: 'open-api', weight: 3 },
  ],
  memo: { choice: 'asora', reasons: 'Fits.\nNow.', dissent: '', questions: 'Exit?' },
};

const roundTrip = (decision: Decision) => {
  const text = toAddress(decision);
  return text === null ? null : fromAddress(text);
};

describe('the address', () => {
  it('SHARE brings everything back, in words that a person can read', () => {
    expect(toAddress(DECISION)).toBe(
      'v=addepar,asora,masttro&must=general-ledger&need=audit-trail:5&own=3/asora:partial,masttro:absent/Speaks+Portuguese&need=open-api&choice=asora&why=Fits.%0ANow.&questions=Exit%3F',
    );
    expect(roundTrip(DECISION)).toEqual({ decision: DECISION });
  });

  it('SHARE ends in no full stop, which a mail program would cut off', () => {
    const memo = { ...NO_DECISION.memo, reasons: 'It fits.' };
    const decision = { ...NO_DECISION, vendors: ['asora'], memo };
    expect(toAddress(decision)).toBe('v=asora&why=It+fits%2E');
    expect(roundTrip(decision)).toEqual({ decision });
  });

  it('SHARE has room for twelve vendors, thirty criteria and a full memo, and says when it has none', () => {
    const criteria = Array.from(
      { length: 30 },
      (_, i): Criterion => ({ feature: `consolidated-reporting-feature-${i}`, weight: 3 }),
    );
    const text = (letters: string) => letters.repeat(1000).slice(0, 1000).trim();
    const full = (letters: string): Decision => ({
      ...NO_DECISION,
      vendors: Array.from({ length: 12 }, (_, i) => `vendor-with-a-name-${i}`),
      criteria,
      memo: {
        choice: '',
        reasons: text(letters),
        dissent: text(letters),
        questions: text(letters),
      },
    });
    const english = full('It closes the books, as our accountants know. ');
    expect(roundTrip(english)).toEqual({ decision: english });
    expect(toAddress(full('字'))).toBeNull();
  });

  it('SHARE takes nothing for an address that is none', () => {
    for (const text of ['', 'main', 'by-feature', 'x.abc', 'general-ledger', '12'])
      expect([text, fromAddress(text)]).toEqual([text, null]);
  });

  it.each([
    '1.dY_PS8NAEIX_lfDOL2VTW0EQRYvFUyl4XPcwZYcQmmTD_kD__LLRiwcZmMO84eN91kK810UiCEkhCohJUs4xwNFa9DprlLEd1fcaQeNoIcUPuc1RhhHc18vHonJNzTnEXPqiScE7ol0ErmI64mUWcEccZJwar1NoHi9Pa4rD',
    '2.q1YqS8xTslJKTElJLUgsUtJRKs4vSgaxc4uKEktKiooSlWoB',
    '3.abc',
    '2.',
  ])(
    'SHARE says of an address of an earlier version that it cannot be read any more: %.9s',
    (text) => {
      expect(fromAddress(text)).toEqual({
        problem:
          'This address was made by an earlier version of this page and cannot be read any more. Ask for a new one.',
      });
    },
  );

  it('SHARE makes a valid decision of whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('v', 'need', 'own'),
        (words, name) => {
          const found = fromAddress(`${name}=${encodeURIComponent(words)}&why=${words}`);
          const decision = found && 'decision' in found ? found.decision : null;
          expect(decision).not.toBeNull();
          expect(readDecision(decision)).toEqual(decision);
        },
      ),
    );
    const many = Array.from({ length: 99 }, (_, i) => `need=feature-${i}:9`).join('&');
    const hostile = [
      'v=<script>,../../etc,__proto__,ok,ok',
      'v=B,other',
      'need=__proto__:5,x:5,x:1',
      'must=<b>',
      `own=99/<b>:documented,ok:yes,other:absent,__proto__/Own\u0000\u202e words / two`,
      'own=',
      'choice=7<',
      `why=${'r'.repeat(9999)}`,
      'dissent=++Wait.+%0A+',
      'more=unknown',
    ].join('&');
    expect(fromAddress(hostile)).toEqual({
      decision: {
        vendors: ['ok', 'other'],
        criteria: [
          { feature: 'x', weight: 5 },
          { words: 'Own words / two', weight: 3, answers: { other: 'absent' } },
        ],
        memo: { choice: '', reasons: 'r'.repeat(1000), dissent: 'Wait.', questions: '' },
      },
    });
    const found = fromAddress(many);
    expect(found && 'decision' in found && found.decision.criteria.length).toBe(30);
  });

  it('SHARE ignores what an earlier version of the page kept in the browser besides', () => {
    const { memo, criteria } = DECISION;
    const kept = {
      scoredBy: 'Ana',
      criteria,
      marks: [{ vendor: 'asora', name: 'Ana', mark: 4, note: '' }],
      currency: 'CHF',
      costs: [{ vendor: 'masttro', licence: [1, 2], implementation: [0, 0], days: [0, 0] }],
      memo,
    };
    expect(readDecision(kept)).toEqual({ ...NO_DECISION, criteria, memo });
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
      memo: { choice: '', reasons: 'Ours', dissent: '', questions: '' },
    };
    const { merged, leftOut } = merge(ours, DECISION);
    expect(merged.vendors).toEqual(['addepar', 'kubera', 'asora', 'masttro']);
    expect(merged.criteria.map(({ weight }) => weight)).toEqual([1, 'must', 3, 3]);
    expect(merged.memo).toEqual({
      choice: 'asora',
      reasons: 'Ours\n\nFits.\nNow.',
      dissent: '',
      questions: 'Exit?',
    });
    expect(leftOut).toEqual(['Weights, as you have your own: audit-trail.']);
  });

  it('SHARE loses no dissent, and names what of theirs gives way to ours', () => {
    const theirs: Decision = {
      ...DECISION,
      criteria: [
        { feature: 'general-ledger', weight: 5 },
        { words: 'speaks portuguese', weight: 3, answers: { asora: 'absent' } },
      ],
      memo: { choice: 'masttro', reasons: '', dissent: 'Y', questions: 'q'.repeat(999) },
    };
    const ours = { ...DECISION, memo: { ...DECISION.memo, dissent: 'X' } };
    const { merged, leftOut } = merge(ours, theirs);
    expect(merged).toEqual({ ...ours, memo: { ...DECISION.memo, dissent: 'X\n\nY' } });
    expect(leftOut).toEqual([
      'The choice, as you have your own: masttro.',
      'Weights, as you have your own: general-ledger.',
      'Findings, as you have your own: speaks portuguese.',
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

  it('SHARE names what has no room before it is merged', () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}-${index}`);
    const side = (name: string, vendors: number, criteria: number): Decision => ({
      ...NO_DECISION,
      vendors: many(name, vendors),
      criteria: many(name, criteria).map((words) => ({ words, weight: 3, answers: {} })),
      memo: { ...NO_DECISION.memo, choice: `${name}-7` },
    });
    const ours = side('a', 10, 29);
    const { merged, leftOut } = merge({ ...ours, memo: NO_DECISION.memo }, side('b', 8, 3));
    expect(merged.vendors).toEqual([...many('a', 10), 'b-0', 'b-1']);
    expect(merged.criteria).toHaveLength(30);
    expect(merged.memo.choice).toBe('');
    expect(leftOut).toEqual([
      '6 vendors, as a shortlist holds 12: b-2, b-3, b-4, b-5, b-6, b-7.',
      '2 criteria, as a scorecard holds 30: b-1, b-2.',
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
