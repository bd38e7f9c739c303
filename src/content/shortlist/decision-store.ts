import { createStored } from '#site/shortlist/stored.ts';
import { type Decision, NO_DECISION, readDecision } from './decision.ts';

/** The scorecard, the marks, the figures and the memo of whoever uses this browser. */
export const decisionStore = createStored<Decision>('decision', NO_DECISION, readDecision);
