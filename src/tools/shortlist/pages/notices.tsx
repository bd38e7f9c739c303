import { Button } from '#ui/button.tsx';
import { removeSlugs } from '../moves.ts';
import type { DecisionProps } from '../use-decision.ts';
import { explainVerdict } from '../verdict-words.ts';

/** Reasons for an incomplete sheet, above all sheets. */
export function Notices({ data, model, decision, setDecision }: DecisionProps) {
  const gone = [...model.unknown.vendors, ...model.unknown.features];
  return (
    <div className="no-print">
      {!data.isWhole && (
        <p className="mb-6 max-w-measure border-l-2 border-danger py-1 pl-4">
          {explainVerdict(model).why}
        </p>
      )}
      {gone.length > 0 && (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
          <p className="wrap-anywhere">Not on this site (any more): {gone.join(', ')}.</p>
          <Button size="sm" onClick={() => setDecision(removeSlugs(decision, model.unknown))}>
            Remove them
          </Button>
        </div>
      )}
    </div>
  );
}
