import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Container } from '#ui/container.tsx';
import { ChevronDown } from '#ui/icons.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useAdminAddress } from './address.ts';
import { countsQuery } from './api/admin-queries.ts';
import { ConfirmProvider } from './confirm/confirm-provider.tsx';
import { BESIDE, useWide } from './editor/writing/use-wide.ts';
import { FindPalette } from './find/find-palette.tsx';
import { ListTab } from './list/list-tab.tsx';
import { useMe } from './me.ts';
import { isOwnTab, OWN_TABS } from './own-tabs.ts';
import { GroupTabs, PanelNav } from './panel-nav.tsx';
import { PanelToasts } from './parts/panel-toasts.tsx';
import type { OwnScreens, ScreenProps, Screens } from './screens.ts';
import { SessionNotice } from './session/session-notice.tsx';
import { watchSession } from './session/watch-session.ts';
import { findTab, firstTab } from './tabs.ts';

/** Beside the list where there is room; on a small screen behind a button that names the open tab. */
function PanelMenu({ current, children }: { current: string; children: ReactNode }) {
  const isWide = useWide(BESIDE);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState(current);
  // Another tab closes the menu.
  if (shown !== current) {
    setShown(current);
    setIsOpen(false);
  }
  if (isWide) return <div>{children}</div>;
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="panel-menu"
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between border border-control px-4 text-sm font-medium"
      >
        {isOwnTab(current) ? OWN_TABS[current].label : findTab(current)?.label.many}
        <span className="flex items-center gap-2 text-faint">
          All content
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </span>
      </button>
      <div id="panel-menu" hidden={!isOpen} className="mt-4">
        {children}
      </div>
    </div>
  );
}

interface PanelProps {
  screens: Screens;
  own: OwnScreens;
  /** Above the first tab, at the panel's own address. */
  greeting: ReactNode;
}

/** The content desk: every content type in its tab, each with an address of its own. */
export function Panel({ screens, own, greeting }: PanelProps) {
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
          <FindPalette />
        </div>
        <SessionNotice />
        <RoleNotice />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[15rem_1fr]">
          <PanelMenu current={current}>
            <PanelNav current={current} counts={counts} />
          </PanelMenu>
          <div className="min-w-0">
            <PanelToasts />
            <GroupTabs current={current} />
            <Suspense fallback={<Skeleton className="h-40" />}>
              {tab === '' && greeting}
              <Tab key={current} name={current} screens={screens} own={own} />
            </Suspense>
          </div>
        </div>
      </Container>
    </ConfirmProvider>
  );
}

interface TabProps extends Omit<PanelProps, 'greeting'> {
  name: string;
}

function Tab({ name, screens, own }: TabProps) {
  if (isOwnTab(name)) {
    const Own = own[name];
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
