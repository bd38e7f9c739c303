import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '#client/href-to.ts';
import { pathQuery } from '#site/api/queries.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { buildModel, type DecisionData } from '../model.ts';
import { followMoves, NO_MOVES } from '../moves.ts';
import { type Arrived, useIncoming, useWorkspace, type Workspace } from '../use-dossier.ts';
import { Committee } from './committee.tsx';
import { Costs } from './costs.tsx';
import { MemoTab } from './memo.tsx';
import { Notices } from './notices.tsx';
import { Requirements } from './requirements.tsx';
import { ScorecardTab } from './scorecard.tsx';
import { SharePanel } from './share-panel.tsx';
import { SharedBanner } from './shared-banner.tsx';

/** One file for everybody: asking for the evidence tells nobody what is weighed. */
const dataQuery = pathQuery('/api/decision-data');

export default function Workbench() {
  const { data, isError } = useQuery(dataQuery);
  const moved = data?.moved ?? NO_MOVES;
  const { arrived, viewed, arrive, view, settle } = useIncoming();
  const { own, workspace } = useWorkspace(viewed, view, moved);
  if (isError) {
    return <ErrorText>Error loading the evidence. Please try again later.</ErrorText>;
  }
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="workbench">
      <SharedBanner
        data={data}
        arrived={
          arrived && 'dossier' in arrived
            ? { dossier: followMoves(arrived.dossier, moved) }
            : arrived
        }
        own={own}
        isViewed={viewed !== null}
        onView={view}
        onSettled={settle}
      />
      {workspace.vendors.length === 0 ? (
        <EmptyShortlist onRestore={arrive} />
      ) : (
        <Sheets
          key={workspace.isViewed ? 'viewed' : 'own'}
          data={data}
          workspace={workspace}
          onRestore={arrive}
        />
      )}
    </div>
  );
}

type OnRestore = (arrived: Arrived) => void;

function EmptyShortlist({ onRestore }: { onRestore: OnRestore }) {
  return (
    <div className="space-y-10">
      <EmptyState
        title="No vendor on the shortlist yet"
        text="Filter the directory by what you need, and press 'Add to shortlist' on those that remain."
        action={<ButtonLink href={hrefTo('/vendors')}>Browse All Vendors</ButtonLink>}
      />
      <SharePanel workspace={null} onRestore={onRestore} />
    </div>
  );
}

interface SheetsProps {
  data: DecisionData;
  workspace: Workspace;
  onRestore: OnRestore;
}

/** What is printed is the sheet that is open. */
function Sheets({ data, workspace, onRestore }: SheetsProps) {
  const model = buildModel(data, workspace);
  const sheet = { data, model, workspace };
  return (
    <>
      <Notices {...sheet} />
      <Tabs
        label="Sheets"
        items={[
          { value: 'scorecard', label: 'Scorecard', content: <ScorecardTab {...sheet} /> },
          { value: 'committee', label: 'Committee', content: <Committee {...sheet} /> },
          { value: 'requirements', label: 'Requirements', content: <Requirements {...sheet} /> },
          { value: 'costs', label: 'Costs', content: <Costs {...sheet} /> },
          { value: 'memo', label: 'Memo', content: <MemoTab {...sheet} /> },
          {
            value: 'share',
            label: 'Share and keep',
            content: <SharePanel workspace={workspace} onRestore={onRestore} />,
          },
        ]}
      />
    </>
  );
}
