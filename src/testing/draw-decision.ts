import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { NO_DECISION } from '#tools/shortlist/decision.ts';
import { buildModel, type DecisionData } from '#tools/shortlist/model.ts';
import { MemoAnnex } from '#tools/shortlist/pages/memo.tsx';
import { ScoreTable } from '#tools/shortlist/pages/scorecard.tsx';

/** A decision as a browser draws it, which no server sees: the annex of the memo and the table of scores. */
export const drawDecision = (data: DecisionData, vendors: readonly string[], feature: string) => {
  const decision = { ...NO_DECISION, vendors, criteria: [{ feature, weight: 5 as const }] };
  const model = buildModel(data, decision);
  const ignore = () => {};
  const props = { data, model, decision, change: ignore, type: ignore, onOpened: ignore };
  return {
    memo: renderToStaticMarkup(createElement(MemoAnnex, { model, unconfirmed: [], texts: [] })),
    scores: renderToStaticMarkup(createElement(ScoreTable, props)),
  };
};
