import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { pathQuery } from '#site/api/queries.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { type Asked, readAsked } from '../asked.ts';
import { type Decision, followMoves, readTyped, removeSlugs } from '../decision.ts';
import { buildModel, type DecisionData } from '../model.ts';
import {
  type Arrived,
  type DecisionProps,
  keepDecision,
  useArrived,
  useOwnDecision,
} from '../use-decision.ts';
import { explainVerdict } from '../verdict-words.ts';
import { MemoTab } from './memo.tsx';
import { RequirementsTab } from './requirements.tsx';
import { ScorecardTab } from './scorecard.tsx';
import { SharePanel } from './share-panel.tsx';
import { SharedBanner } from './shared-banner.tsx';

/** One file for all visitors, so the request reveals no weights. */
const dataQuery = pathQuery('/api/decision-data');

const TABS = [
  { value: 'scorecard', label: 'Scorecard', Tab: ScorecardTab },
  { value: 'requirements', label: 'Requirements', Tab: RequirementsTab },
  { value: 'memo', label: 'Memo', Tab: MemoTab },
  { value: 'share', label: 'Share', Tab: SharePanel },
];

export default function DecisionTabs({ asked }: { asked: Asked }) {
  const { data, isError } = useQuery(dataQuery);
  if (isError) {
    return <ErrorText>Error loading the evidence. Please try again later.</ErrorText>;
  }
  if (!data) return <Skeleton className="h-96 w-full" />;
  return <OpenDecision key={JSON.stringify(asked)} data={data} asked={asked} />;
}

/** The visitor's own decision, or an arrived one while it is only viewed. */
function OpenDecision({ data, asked }: { data: DecisionData; asked: Asked }) {
  const own = useOwnDecision(data.moved);
  const { arrived, arrive, settle } = useArrived(() => readAsked(asked, data, own));
  const shown = useMemo<Arrived | null>(() => {
    if (!arrived || 'problem' in arrived) return arrived;
    return { ...arrived, decision: followMoves(arrived.decision, data.moved) };
  }, [arrived, data]);
  const theirs = shown && 'decision' in shown ? shown.decision : null;
  const decision = theirs ?? own;
  const { vendors, criteria } = decision;
  const model = useMemo(() => buildModel(data, { vendors, criteria }), [data, vendors, criteria]);
  const set = (next: Decision) =>
    theirs ? arrive({ ...shown, decision: next }) : keepDecision(next);
  const props: DecisionProps = {
    data,
    model,
    decision,
    change: (part) => set(readTyped({ ...decision, ...part })),
  };
  return (
    <div className="decision">
      {shown && (
        <SharedBanner
          data={data}
          arrived={shown}
          // A vendor that the site does not know takes no place from one that comes.
          own={removeSlugs(own, { ...buildModel(data, own).unknown, features: [] })}
          onSettled={settle}
        />
      )}
      {vendors.length === 0 ? (
        <EmptyShortlist />
      ) : (
        <div key={theirs ? 'theirs' : 'own'}>
          <Notices {...props} />
          {/* Only the open tab is printed. */}
          <Tabs
            label="Decision"
            items={TABS.map(({ value, label, Tab }) => ({
              value,
              label,
              content: <Tab {...props} />,
            }))}
          />
        </div>
      )}
    </div>
  );
}

function EmptyShortlist() {
  return (
    <EmptyState
      title="No vendor on the shortlist yet"
      text="Filter the directory by what you need, and press 'Add to shortlist' on those that remain."
      action={<ButtonLink href={hrefTo('/vendors')}>Browse All Vendors</ButtonLink>}
    />
  );
}

/** Reasons for an incomplete decision, above all tabs. */
function Notices({ data, model, decision, change }: DecisionProps) {
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
          <Button size="sm" onClick={() => change(removeSlugs(decision, model.unknown))}>
            Remove them
          </Button>
        </div>
      )}
    </div>
  );
}
