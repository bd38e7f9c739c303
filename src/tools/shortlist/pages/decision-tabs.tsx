import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
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
import { CommitteeTab } from './committee.tsx';
import { CostsTab } from './costs.tsx';
import { MemoTab } from './memo.tsx';
import { OpenFile } from './parts.tsx';
import { RequirementsTab } from './requirements.tsx';
import { ScorecardTab } from './scorecard.tsx';
import { SharePanel } from './share-panel.tsx';
import { SharedBanner } from './shared-banner.tsx';

const WORKER = '/shortlist-worker.js';

/** Has the worker keep this page for offline use; the visitor's entries stay in the browser's storage. */
const keepOffline = async () => {
  // Only a secure page has it, and not in every browser.
  if (!('serviceWorker' in navigator)) return;
  const scope = hrefTo('/shortlist');
  try {
    await navigator.serviceWorker.register(WORKER, { scope });
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && isPart(pathname))
      .map(({ pathname }) => pathname);
    active?.postMessage({ page: scope, parts: [...new Set(loaded)] });
  } catch {
    // A browser that refuses, as some do in private windows, opens the page with a connection only.
  }
};

const isPart = (path: string) => path.startsWith('/assets/') || path === '/api/decision-data';

/** One file for all visitors, so the request reveals no weights. Offline it is the file of the last visit. */
const dataQuery = pathQuery('/api/decision-data');

const TABS = [
  { value: 'scorecard', label: 'Scorecard', Tab: ScorecardTab },
  { value: 'committee', label: 'Committee', Tab: CommitteeTab },
  { value: 'requirements', label: 'Requirements', Tab: RequirementsTab },
  { value: 'costs', label: 'Costs', Tab: CostsTab },
  { value: 'memo', label: 'Memo', Tab: MemoTab },
  { value: 'share', label: 'Share and keep', Tab: SharePanel },
];

export default function DecisionTabs({ asked }: { asked: Asked }) {
  const { data, isError } = useQuery(dataQuery);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) void keepOffline();
  }, [isLoaded]);
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
  const { vendors, criteria, countsStated } = decision;
  const model = useMemo(
    () => buildModel(data, { vendors, criteria, countsStated }),
    [data, vendors, criteria, countsStated],
  );
  const set = (next: Decision) =>
    theirs ? arrive({ ...shown, decision: next }) : keepDecision(next);
  const props: DecisionProps = {
    data,
    model,
    decision,
    change: (part) => set(readTyped({ ...decision, ...part })),
    onOpened: arrive,
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
        <EmptyShortlist onRestore={arrive} />
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

function EmptyShortlist({ onRestore }: { onRestore: (arrived: Arrived) => void }) {
  return (
    <div className="space-y-10">
      <EmptyState
        title="No vendor on the shortlist yet"
        text="Filter the directory by what you need, and press 'Add to shortlist' on those that remain."
        action={<ButtonLink href={hrefTo('/vendors')}>Browse All Vendors</ButtonLink>}
      />
      <OpenFile label="Open a saved file" onOpened={onRestore} />
    </div>
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
