import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { type Dossier, isEmptyDossier } from '../decision.ts';
import { planMerge } from '../merge.ts';
import { sayCount, sayLeftOut } from '../merge-words.ts';
import type { DecisionData } from '../model.ts';
import { type Arrived, keepDossier } from '../use-dossier.ts';

interface SharedBannerProps {
  data: DecisionData;
  arrived: Arrived | null;
  own: Dossier;
  isViewed: boolean;
  onView(dossier: Dossier): void;
  onSettled(): void;
}

/** Something came by an address or a file: nothing of one's own is touched before one says so. */
export function SharedBanner(props: SharedBannerProps) {
  const { data, arrived, own, isViewed, onView, onSettled } = props;
  if (!arrived) return null;
  if ('problem' in arrived) {
    return (
      <div className="no-print mb-10">
        <ErrorText action={<Button onClick={onSettled}>Go on with mine</Button>}>
          {arrived.problem}
        </ErrorText>
      </div>
    );
  }
  const { dossier } = arrived;
  const { merged, leftOut } = planMerge(own, dossier);
  const without = sayLeftOut(leftOut, { ours: own.decision, theirs: dossier.decision }, data);
  const keep = (next: Dossier) => {
    keepDossier(next);
    onSettled();
  };
  const { criteria } = dossier.decision;
  return (
    <section
      aria-label="Shared scorecard"
      className="no-print mb-10 border-l-2 border-accent bg-accent-wash px-5 py-4"
    >
      <p className="max-w-measure">
        {isViewed
          ? 'You look at a scorecard that was shared with you. What you change here is not kept.'
          : `A scorecard was shared with you: ${sayCount(dossier.vendors.length, 'vendor', 'vendors')}, ${sayCount(criteria.length, 'criterion', 'criteria')}. Yours is untouched.`}
      </p>
      {without.length > 0 && (
        <div className="mt-3 max-w-measure text-sm">
          <p>Merging it with yours would leave out:</p>
          <ul className="mt-1 list-disc pl-5">
            {without.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {!isViewed && (
          <Button variant="primary" onClick={() => onView(dossier)}>
            View it
          </Button>
        )}
        <Button onClick={() => keep(merged)}>
          {without.length > 0 ? 'Merge without these' : 'Merge with mine'}
        </Button>
        <Button onClick={() => keep(dossier)}>
          {isEmptyDossier(own) ? 'Keep it as mine' : 'Replace mine'}
        </Button>
        <Button variant="quiet" onClick={onSettled}>
          Leave it
        </Button>
      </div>
    </section>
  );
}
