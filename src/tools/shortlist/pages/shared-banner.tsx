import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { type Decision, isEmpty } from '../decision.ts';
import { mergeDecisions } from '../merge.ts';
import type { DecisionData } from '../model.ts';
import { type Arrived, keepDecision } from '../use-decision.ts';

interface SharedBannerProps {
  data: DecisionData;
  arrived: Arrived;
  own: Decision;
  onSettled(): void;
}

/** Something came by an address and is shown: nothing of one's own is touched before one says so. */
export function SharedBanner({ data, arrived, own, onSettled }: SharedBannerProps) {
  if ('problem' in arrived) {
    return (
      <div className="no-print mb-10">
        <ErrorText action={<Button onClick={onSettled}>Go on with mine</Button>}>
          {arrived.problem}
        </ErrorText>
      </div>
    );
  }
  const { decision, notes = [] } = arrived;
  const { vendors, criteria } = decision;
  const { merged, leftOut } = mergeDecisions(own, decision, data);
  const keep = (next: Decision) => {
    keepDecision(next);
    onSettled();
  };
  return (
    <section
      aria-label="Shared scorecard"
      className="no-print mb-10 border-l-2 border-accent bg-accent-wash px-5 py-4"
    >
      <p className="max-w-measure">
        This came by an address: {counted(vendors.length, 'vendor', 'vendors')},{' '}
        {counted(criteria.length, 'criterion', 'criteria')}. It is shown and not kept;{' '}
        {isEmpty(own) ? 'you have none of your own yet.' : 'yours is untouched.'}
      </p>
      <Lines lines={notes} />
      {!isEmpty(own) && leftOut.length > 0 && (
        <>
          <p className="mt-3 text-sm">Merged with yours it would leave out:</p>
          <Lines lines={leftOut} />
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {isEmpty(own) ? (
          <Button variant="primary" onClick={() => keep(decision)}>
            Keep
          </Button>
        ) : (
          <>
            <Button variant="primary" onClick={() => keep(merged)}>
              Keep, merged with mine
            </Button>
            <Button onClick={() => keep(decision)}>Keep instead of mine</Button>
          </>
        )}
        <Button variant="quiet" onClick={onSettled}>
          Leave it
        </Button>
      </div>
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 max-w-measure list-disc pl-5 text-sm wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
