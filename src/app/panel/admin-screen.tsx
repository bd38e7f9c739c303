import { useQuery } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { MeContext } from '#admin/me.ts';
import { lazyPart } from '#admin/parts/lazy-part.tsx';
import type { OwnScreens, ScreenProps, Screens } from '#admin/screens.ts';
import { HeroTop } from '#app/home/hero.tsx';
import { hrefTo } from '#client/href-to.ts';
import { userQuery } from '#client/user-query.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LoadingScreen } from '#ui/screens.tsx';

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
    async () => (await import('#content/landing-pages/admin/landing-editor.tsx')).LandingTab,
  ),
  news: lazyPart(async () => {
    const [{ NewsTab }, { StyleGuidesScreen }] = await Promise.all([
      import('#content/news/admin/news-tab.tsx'),
      import('#content/style-guides/admin/style-guides-screen.tsx'),
    ]);
    return (props: ScreenProps) => <NewsTab {...props} styleGuides={StyleGuidesScreen} />;
  }),
  pages: lazyPart(async () => (await import('#content/pages/admin/pages-tab.tsx')).PagesTab),
  coverage: lazyPart(
    async () => (await import('#content/coverage/admin/evidence-tab.tsx')).EvidenceTab,
  ),
  'search-terms': lazyPart(
    async () => (await import('#content/search-terms/admin/search-terms-tab.tsx')).SearchTermsTab,
  ),
  'content-hub-configs': lazyPart(
    async () => (await import('#content/content-hub/admin/hub-tab.tsx')).HubTab,
  ),
} satisfies Screens;

const Dashboard = lazyPart(async () => (await import('./dashboard.tsx')).Dashboard);

/** A screen that is fetched when it is opened, by the name that its file gives it. */
const screen = <Name extends string>(
  load: () => Promise<{ [Key in Name]: ComponentType }>,
  name: Name,
) => lazyPart(async () => (await load())[name]);

/** Screens that belong to no content type. */
const OWN = {
  upkeep: screen(() => import('#admin/upkeep/queue-tab.tsx'), 'QueueTab'),
  'link-checks': screen(() => import('#admin/upkeep/links-tab.tsx'), 'LinksTab'),
  corrections: screen(() => import('#admin/corrections/corrections-tab.tsx'), 'CorrectionsTab'),
  inbox: screen(() => import('#admin/talk/inbox-tab.tsx'), 'InboxTab'),
  unsaved: screen(() => import('#admin/unsaved/unsaved-tab.tsx'), 'UnsavedTab'),
  media: screen(() => import('#admin/media/media-tab.tsx'), 'MediaTab'),
  trash: screen(() => import('#admin/trash/trash-tab.tsx'), 'TrashTab'),
  activity: screen(() => import('#modules/activity/admin/activity-screen.tsx'), 'ActivityScreen'),
  users: screen(() => import('#modules/people/admin/users-screen.tsx'), 'UsersScreen'),
  tokens: screen(() => import('#modules/tokens/admin/tokens-screen.tsx'), 'TokensScreen'),
  webhooks: screen(() => import('#modules/webhooks/admin/webhooks-screen.tsx'), 'WebhooksScreen'),
  settings: lazyPart(async () => {
    const [{ SettingsScreen }, { BackgroundJobs }] = await Promise.all([
      import('#modules/settings/admin/settings-screen.tsx'),
      import('./background-jobs.tsx'),
    ]);
    return () => <SettingsScreen jobs={<BackgroundJobs />} />;
  }),
  account: screen(() => import('#modules/auth/admin/account-screen.tsx'), 'AccountScreen'),
} satisfies OwnScreens;

type Preloaded = Partial<Record<string, { preload: () => Promise<void> }>>;

/** Fetches the panel and one of its screens side by side, before either is drawn. */
export const preloadScreen = async (splat: string) => {
  const [tab = ''] = splat.split('/');
  const screens: Preloaded = { ...SCREENS, ...OWN, '': Dashboard };
  await Promise.all([Panel.preload(), screens[tab]?.preload()]);
};

/**
 * Whether the panel and its first screen are there. React holds back what follows a fallback of Suspense for 300 ms:
 * a page that is opened anew would wait for that twice.
 */
const useIsFetched = (isWanted: boolean) => {
  const { _splat = '' } = useParams({ strict: false });
  const [isFetched, setIsFetched] = useState(false);
  useEffect(() => {
    if (isWanted && !isFetched) void preloadScreen(_splat).then(() => setIsFetched(true));
  }, [isWanted, isFetched, _splat]);
  return isFetched;
};

/** The panel for signed-in users, and the way in for visitors. */
export function AdminScreen() {
  const { site } = useRouteContext({ from: '__root__' });
  const { data: user, isPending } = useQuery(userQuery);
  const [me, setMe] = useState(user);
  if (user && user !== me) setMe(user);
  const isFetched = useIsFetched(!!me);
  if (isPending) return <LoadingScreen />;
  // A user whose session ends keeps the panel and the typed text.
  if (!me) return <LoginRequired siteName={site.name} />;
  if (!isFetched) return <LoadingScreen />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <MeContext value={me}>
        <Panel screens={SCREENS} own={OWN} greeting={<Dashboard />} />
      </MeContext>
    </Suspense>
  );
}

/** The home page's chrome and hero, for anonymous visitors. */
function LoginRequired({ siteName }: { siteName: string }) {
  return (
    <HeroTop
      overline={siteName}
      title="Login Required"
      lead="The content desk is open to the people who keep this guide. Please sign in."
      actions={
        <>
          <ButtonLink href="/api/login" variant="primary">
            Sign In to Continue
          </ButtonLink>
          <ButtonLink href={hrefTo('/auth')} variant="quiet">
            Sign in with email
          </ButtonLink>
        </>
      }
    />
  );
}
