import { describe, expect, it } from 'vitest';
import { readAsked } from './asked.ts';
import { NO_DECISION, readDecision } from './decision.ts';
import { listUnconfirmed } from './memo-texts.ts';
import { mergeDecisions } from './merge.ts';
import { buildModel, type DecisionData } from './model.ts';
import { fromAddress, toAddress } from './share.ts';

const word = (vendor: string, level: 'documented' | 'partial' | 'absent', feature = 'ledger') => ({
  vendor,
  feature,
  stated: {
    level,
    says: '',
    text: '',
    url: null,
    domain: `${vendor}.example`,
    statedOn: '2026-11-18',
  },
});

const DATA: DecisionData = {
  vendors: ['yes', 'partly', 'no', 'silent'].map((slug) => ({ slug, name: slug })),
  features: ['ledger', 'audit'].map((slug) => ({ slug, name: slug, category: 'A', questions: [] })),
  evidence: [],
  stated: [
    word('yes', 'documented'),
    word('partly', 'partial'),
    word('no', 'absent'),
    word('silent', 'documented', 'audit'),
  ],
  sets: [],
  moved: { vendors: [], features: [] },
  isWhole: true,
};
const DECISION = readDecision({
  ...NO_DECISION,
  vendors: ['yes', 'partly', 'no', 'silent'],
  criteria: [{ feature: 'ledger', weight: 5 }],
});
const COUNTED = { ...DECISION, countsStated: true };

describe('what vendors state, in a scorecard', () => {
  it('counts nothing until it is ticked', () => {
    const { scores, rows } = buildModel(DATA, DECISION);
    expect(scores.map(({ known }) => known)).toEqual([0, 0, 0, 0]);
    expect(rows[0]?.stated?.map((stated) => stated?.level)).toEqual([
      'documented',
      'partial',
      'absent',
      undefined,
    ]);
  });

  it('counts as partly or as a no once it is, and stays not confirmed', () => {
    const model = buildModel(DATA, COUNTED);
    expect(model.scores.map(({ earned, known }) => [earned, known])).toEqual([
      [5, 5],
      [5, 5],
      [0, 5],
      [0, 0],
    ]);
    expect(listUnconfirmed(model).map(({ criteria }) => criteria)).toEqual(
      Array(4).fill(['ledger']),
    );
  });

  it('documents no must-have, and a no rules out', () => {
    const criteria = [{ feature: 'ledger', weight: 'must' }] as const;
    const { scores } = buildModel(DATA, { ...COUNTED, criteria });
    expect(scores.map(({ musts }) => [musts.documented, musts.partial, musts.absent])).toEqual([
      [0, 1, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ]);
  });

  it('leaves an answer of the evidence as it is', () => {
    const cell = {
      level: 'absent',
      finding: 'No.',
      url: 'https://yes.example',
      publisher: 'vendor',
      pageDate: null,
      note: null,
      checkedOn: '2026-11-18',
      checkedBy: 'A',
      readIn: 'live',
    } as const;
    const evidence = [{ vendor: 'yes', feature: 'ledger', cell }];
    const { input } = buildModel({ ...DATA, evidence }, COUNTED);
    expect(input.vendors[0]?.answers).toEqual(['absent']);
  });

  it('is kept in an address, asked for by one, and ours in a merge', async () => {
    const packed = await toAddress(COUNTED);
    expect(await fromAddress(packed ?? '')).toEqual({ decision: COUNTED });
    expect(await fromAddress((await toAddress(DECISION)) ?? '')).toEqual({ decision: DECISION });
    const asked = { v: 'yes', need: 'ledger', stated: 'true' } as const;
    expect(readAsked(asked, DATA, NO_DECISION)?.decision.countsStated).toBe(true);
    expect(mergeDecisions(DECISION, COUNTED, DATA).merged.countsStated).toBe(false);
    expect(mergeDecisions(COUNTED, DECISION, DATA).merged.countsStated).toBe(true);
  });
});
