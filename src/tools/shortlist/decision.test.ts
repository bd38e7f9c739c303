import { describe, expect, it } from 'vitest';
import { type Decision, followMoves, readDecision, removeSlugs } from './decision.ts';

const DECISION: Decision = readDecision({
  vendors: ['old', 'other', 'constructor'],
  criteria: [
    { feature: 'books', weight: 5 },
    { feature: 'ledger', weight: 1 },
    { words: 'Speaks Portuguese', weight: 3, answers: { old: 'documented', other: 'absent' } },
  ],
  memo: { choice: 'old', reasons: 'It fits.' },
});

describe('a decision and what the site calls things now', () => {
  it('SHORTLIST follows a renamed vendor and feature everywhere, and two that are now one are one', () => {
    const decision = followMoves(DECISION, {
      vendors: [{ from: 'old', to: 'new' }],
      features: [{ from: 'books', to: 'ledger' }],
    });
    expect(decision.vendors).toEqual(['new', 'other', 'constructor']);
    expect(decision.criteria).toEqual([
      { feature: 'ledger', weight: 5 },
      { words: 'Speaks Portuguese', weight: 3, answers: { new: 'documented', other: 'absent' } },
    ]);
    expect(decision.memo).toMatchObject({ choice: 'new', reasons: 'It fits.' });
  });

  it('SHORTLIST leaves what was not renamed as it is, with the space that somebody has just typed', () => {
    const typing = { ...DECISION, memo: { ...DECISION.memo, reasons: 'It ' } };
    const moved = { vendors: [{ from: 'nobody', to: 'new' }], features: [] };
    expect(followMoves(typing, moved)).toBe(typing);
  });

  it('SHORTLIST removes everything about a vendor and a feature that are gone', () => {
    const decision = removeSlugs(DECISION, { vendors: ['old'], features: ['books'] });
    expect(decision.vendors).toEqual(['other', 'constructor']);
    expect(decision.criteria).toEqual([
      { feature: 'ledger', weight: 1 },
      { words: 'Speaks Portuguese', weight: 3, answers: { other: 'absent' } },
    ]);
    expect(decision.memo.choice).toBe('');
  });
});
