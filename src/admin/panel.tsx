import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Container } from '#ui/container.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LazyToaster } from '#ui/toast/lazy-toaster.tsx';
import { useAdminAddress } from './address.ts';
import { countsQuery } from './api/admin-queries.ts';
import { ConfirmProvider } from './confirm/confirm-provider.tsx';
import { ListTab } from './list/list-tab.tsx';
import { PanelMenu } from './panel-menu.tsx';
import { PanelNav } from './panel-nav.tsx';
import type { Screens } from './screens.ts';
import { findTab, firstTab, TRASH_TAB } from './tabs.ts';
import { TrashTab } from './trash/trash-tab.tsx';

/** The content desk: every content type in its tab, each with an address of its own. */
export function Panel({ screens }: { screens: Screens }) {
  const { tab } = useAdminAddress();
  const { data: counts } = useQuery(countsQuery);
  const current = tab === '' ? (firstTab?.name ?? '') : tab;
  return (
    <ConfirmProvider>
      <Container className="py-6 sm:py-10">
        <h1 className="mb-6 text-h2 font-semibold sm:mb-8">Content Management</h1>
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[15rem_1fr]">
          <PanelMenu current={current}>
            <PanelNav current={current} counts={counts} />
          </PanelMenu>
          <div className="min-w-0">
            <Suspense fallback={<Skeleton className="h-40" />}>
              <Tab key={current} name={current} screens={screens} />
            </Suspense>
          </div>
        </div>
      </Container>
      {/* Above every dialog, open to the pointer while one is, and never over its Save button. */}
      <div className="pointer-events-auto relative z-70 max-md:[&_ol]:top-0 max-md:[&_ol]:bottom-auto md:[&_ol]:right-auto md:[&_ol]:left-0">
        <LazyToaster />
      </div>
    </ConfirmProvider>
  );
}

function Tab({ name, screens }: { name: string; screens: Screens }) {
  if (name === TRASH_TAB) return <TrashTab />;
  const collection = findTab(name);
  if (!collection) return null;
  const Screen = screens[name] ?? ListTab;
  return <Screen collection={collection} />;
}
