import { describe, expect, it } from 'vitest';
import { type Dossier, readDossier } from './decision.ts';
import { followMoves, removeSlugs } from './moves.ts';

const cost = (vendor: string) => ({
  vendor,
  licence: [1, 2],
  implementation: [0, 0],
  days: [0, 0],
});

const DOSSIER: Dossier = readDossier({
  vendors: ['old', 'other', 'constructor'],
  decision: {
    criteria: [
      { feature: 'books', weight: 5 },
      { feature: 'ledger', weight: 1 },
      { words: 'Speaks Portuguese', weight: 3, answers: { old: 'documented', other: 'absent' } },
    ],
    marks: [{ vendor: 'old', name: 'Ana', mark: 4, note: '' }],
    costs: [cost('old'), cost('other')],
    memo: { choice: 'old', reasons: 'It fits.' },
  },
});

describe('a dossier and what the site calls things now', () => {
  it('SHORTLIST follows a renamed vendor and feature everywhere, and two that are now one are one', () => {
    const { vendors, decision } = followMoves(DOSSIER, {
      vendors: [{ from: 'old', to: 'new' }],
      features: [{ from: 'books', to: 'ledger' }],
    });
    expect(vendors).toEqual(['new', 'other', 'constructor']);
    expect(decision.criteria).toEqual([
      { feature: 'ledger', weight: 5 },
      { words: 'Speaks Portuguese', weight: 3, answers: { new: 'documented', other: 'absent' } },
    ]);
    expect(decision.marks.map(({ vendor }) => vendor)).toEqual(['new']);
    expect(decision.costs.map(({ vendor }) => vendor)).toEqual(['new', 'other']);
    expect(decision.memo).toMatchObject({ choice: 'new', reasons: 'It fits.' });
  });

  it('SHORTLIST leaves what was not renamed as it is, with the space that somebody has just typed', () => {
    const { decision } = DOSSIER;
    const typing = {
      ...DOSSIER,
      decision: { ...decision, memo: { ...decision.memo, reasons: 'It ' } },
    };
    const moved = { vendors: [{ from: 'nobody', to: 'new' }], features: [] };
    expect(followMoves(typing, moved)).toBe(typing);
  });

  it('SHORTLIST removes everything about a vendor and a feature that are gone', () => {
    const { vendors, decision } = removeSlugs(DOSSIER, { vendors: ['old'], features: ['books'] });
    expect(vendors).toEqual(['other', 'constructor']);
    expect(decision.criteria).toEqual([
      { feature: 'ledger', weight: 1 },
      { words: 'Speaks Portuguese', weight: 3, answers: { other: 'absent' } },
    ]);
    expect([decision.marks, decision.costs.map(({ vendor }) => vendor)]).toEqual([[], ['other']]);
    expect(decision.memo.choice).toBe('');
  });
});
