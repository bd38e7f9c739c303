import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { Container } from '#ui/container.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useAdminAddress } from './address.ts';
import { countsQuery } from './api/admin-queries.ts';
import { ConfirmProvider } from './confirm/confirm-provider.tsx';
import { FindPalette } from './find/find-palette.tsx';
import { ShortcutsButton } from './keys/shortcuts-dialog.tsx';
import { ListTab } from './list/list-tab.tsx';
import { useMe } from './me.ts';
import { MediaTab } from './media/media-tab.tsx';
import { isOwnTab, type OwnTabOf } from './own-tabs.ts';
import { PanelMenu } from './panel-menu.tsx';
import { PanelNav } from './panel-nav.tsx';
import { lazyPart } from './parts/lazy-part.tsx';
import { PanelToasts } from './parts/panel-toasts.tsx';
import { ReviewsTab } from './reviews/reviews-tab.tsx';
import { ScheduledTab } from './schedule/scheduled-tab.tsx';
import type { DeskScreens, ScreenProps, Screens } from './screens.ts';
import { SessionNotice } from './session/session-notice.tsx';
import { watchSession } from './session/watch-session.ts';
import { findTab, firstTab } from './tabs.ts';
import { TrashTab } from './trash/trash-tab.tsx';
import { UnsavedTab } from './unsaved/unsaved-tab.tsx';

const LAZY = {
  upkeep: lazyPart(async () => (await import('./upkeep/queue-tab.tsx')).QueueTab),
  'link-checks': lazyPart(async () => (await import('./upkeep/links-tab.tsx')).LinksTab),
  'missing-pages': lazyPart(async () => (await import('./upkeep/missing-tab.tsx')).MissingTab),
  corrections: lazyPart(
    async () => (await import('./corrections/corrections-tab.tsx')).CorrectionsTab,
  ),
  'vendor-words': lazyPart(async () => (await import('./vendor-words/words-tab.tsx')).WordsTab),
  inbox: lazyPart(async () => (await import('./talk/inbox-tab.tsx')).InboxTab),
  releases: lazyPart(async () => (await import('./releases/releases-tab.tsx')).ReleasesTab),
};

const SCREENS: Readonly<Record<OwnTabOf<'upkeep' | 'work'>, ComponentType>> = {
  ...LAZY,
  scheduled: ScheduledTab,
  reviews: ReviewsTab,
  unsaved: UnsavedTab,
  media: MediaTab,
  trash: TrashTab,
};

/** Fetches a screen that belongs to no content type. */
export const preloadOwn = async (name: string) => {
  const parts: Partial<Record<string, { preload: () => Promise<void> }>> = LAZY;
  await parts[name]?.preload();
};

interface PanelProps {
  screens: Screens;
  desk: DeskScreens;
  /** Above the first tab, at the panel's own address. */
  greeting: ReactNode;
}

/** The content desk: every content type in its tab, each with an address of its own. */
export function Panel({ screens, desk, greeting }: PanelProps) {
  const { tab } = useAdminAddress();
  const { data: counts } = useQuery(countsQuery);
  const queryClient = useQueryClient();
  useEffect(() => watchSession(queryClient), [queryClient]);
  const current = tab === '' ? (firstTab()?.name ?? '') : tab;
  return (
    <ConfirmProvider>
      <Container className="py-6 sm:py-10">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-3 sm:mb-8">
          <h1 className="text-h2 font-semibold">Content Management</h1>
          <div className="flex gap-3">
            <FindPalette />
            <ShortcutsButton />
          </div>
        </div>
        <SessionNotice />
        <RoleNotice />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[15rem_1fr]">
          <PanelMenu current={current}>
            <PanelNav current={current} counts={counts} />
          </PanelMenu>
          <div className="min-w-0">
            <PanelToasts />
            <Suspense fallback={<Skeleton className="h-40" />}>
              {tab === '' && greeting}
              <Tab key={current} name={current} screens={screens} desk={desk} />
            </Suspense>
          </div>
        </div>
      </Container>
    </ConfirmProvider>
  );
}

interface TabProps {
  name: string;
  screens: Screens;
  desk: DeskScreens;
}

function Tab({ name, screens, desk }: TabProps) {
  if (isOwnTab(name)) {
    const Own = { ...SCREENS, ...desk }[name];
    return <Own />;
  }
  const collection = findTab(name);
  if (!collection) return null;
  const ownScreens: Partial<Record<string, ComponentType<ScreenProps>>> = screens;
  const Screen = ownScreens[name] ?? ListTab;
  return <Screen collection={collection} />;
}

const NOTICES: Partial<Record<string, string>> = {
  viewer: 'You are a viewer: you can read everything here and comment on it, and change nothing.',
  editor: 'You are an editor: you write drafts, and a publisher publishes them.',
};

/** Tells the role's limits up front. */
function RoleNotice() {
  const notice = NOTICES[useMe()?.role ?? ''];
  return notice ? <p className="-mt-4 mb-6 text-sm text-soft">{notice}</p> : null;
}
