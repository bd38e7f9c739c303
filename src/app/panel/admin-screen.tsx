import { useQuery } from '@tanstack/react-query';
import { ClientOnly, useRouteContext } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { MeContext } from '#admin/me.ts';
import { lazyPart } from '#admin/parts/lazy-part.tsx';
import type { DeskScreens, ScreenProps, Screens } from '#admin/screens.ts';
import { userQuery } from '#client/user-query.ts';
import { LoadingScreen } from '#ui/screens.tsx';
import { LoginRequired } from './login-required.tsx';

const Panel = lazyPart(async () => {
  const [{ Panel: Shown }] = await Promise.all([
    import('#admin/panel.tsx'),
    import('./panel-content.ts'),
  ]);
  return Shown;
});

/** Screens that content types bring themselves; the wings meet only here. */
const SCREENS = {
  'landing-pages': lazyPart(
    async () => (await import('#content/landing-pages/admin/landing-tab.tsx')).LandingTab,
  ),
  news: lazyPart(async () => {
    const [{ NewsTab }, { StyleGuidesScreen }] = await Promise.all([
      import('#content/news/admin/news-tab.tsx'),
      import('#content/style-guides/admin/style-guides-screen.tsx'),
    ]);
    return (props: ScreenProps) => <NewsTab {...props} styleGuides={StyleGuidesScreen} />;
  }),
  pages: lazyPart(async () => (await import('#content/pages/admin/pages-tab.tsx')).PagesTab),
  coverage: lazyPart(async () => {
    const [{ EvidenceTab }, { FinderScreen }] = await Promise.all([
      import('#content/coverage/admin/evidence-tab.tsx'),
      import('#tools/finder/admin/finder-screen.tsx'),
    ]);
    return (props: ScreenProps) => <EvidenceTab {...props} finder={FinderScreen} />;
  }),
  'search-terms': lazyPart(
    async () => (await import('#content/search-terms/admin/search-terms-tab.tsx')).SearchTermsTab,
  ),
  'content-hub-configs': lazyPart(
    async () => (await import('#content/content-hub/admin/hub-tab.tsx')).HubTab,
  ),
} satisfies Screens;

const Dashboard = lazyPart(async () => (await import('./dashboard.tsx')).Dashboard);

/** Screens of the desk itself. */
const DESK = {
  activity: lazyPart(
    async () => (await import('#modules/activity/admin/activity-screen.tsx')).ActivityScreen,
  ),
  users: lazyPart(async () => (await import('#modules/people/admin/users-screen.tsx')).UsersScreen),
  tokens: lazyPart(
    async () => (await import('#modules/tokens/admin/tokens-screen.tsx')).TokensScreen,
  ),
  webhooks: lazyPart(
    async () => (await import('#modules/webhooks/admin/webhooks-screen.tsx')).WebhooksScreen,
  ),
  settings: lazyPart(async () => {
    const [{ SettingsScreen }, { TimedJobs }] = await Promise.all([
      import('#modules/settings/admin/settings-screen.tsx'),
      import('./timed-jobs.tsx'),
    ]);
    return () => <SettingsScreen jobs={<TimedJobs />} />;
  }),
  account: lazyPart(
    async () => (await import('#modules/auth/admin/account-screen.tsx')).AccountScreen,
  ),
} satisfies DeskScreens;

type Preloaded = Partial<Record<string, { preload: () => void }>>;

/** Fetches the panel and one of its screens side by side, before either is drawn. */
export const preloadScreen = (splat: string) => {
  const [tab = ''] = splat.split('/');
  const screens: Preloaded = { ...SCREENS, ...DESK, '': Dashboard };
  screens[tab]?.preload();
  import('#admin/panel.tsx').then(({ preloadOwn }) => preloadOwn(tab)).catch(() => undefined);
};

/** The panel for signed-in users, and the way in for visitors. */
export function AdminScreen() {
  const { site } = useRouteContext({ from: '__root__' });
  const { data: user, isPending } = useQuery(userQuery);
  const [me, setMe] = useState(user);
  if (user && user !== me) setMe(user);
  if (isPending) return <LoadingScreen />;
  // A user whose session ends keeps the panel and the typed text.
  if (!me) return <LoginRequired siteName={site.name} />;
  return (
    <ClientOnly fallback={<LoadingScreen />}>
      <Suspense fallback={<LoadingScreen />}>
        <MeContext value={me}>
          <Panel screens={SCREENS} desk={DESK} greeting={<Dashboard />} />
        </MeContext>
      </Suspense>
    </ClientOnly>
  );
}
