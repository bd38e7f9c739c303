import { ClientOnly, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ScreenProps, Screens } from '#admin/screens.ts';
import { userQuery } from '#site/api/queries.ts';
import { useAnswer } from '#site/api/use-answer.ts';
import { LoadingScreen } from '#ui/screens.tsx';
import { LoginRequired } from './login-required.tsx';

const Panel = lazy(async () => ({ default: (await import('#admin/panel.tsx')).Panel }));

/** Screens that content types bring themselves; the wings meet only here. */
const SCREENS: Screens = {
  'landing-pages': lazy(async () => ({
    default: (await import('#content/landing-pages/admin/landing-tab.tsx')).LandingTab,
  })),
  news: lazy(async () => {
    const [{ NewsTab }, { StyleGuidesScreen }] = await Promise.all([
      import('#content/news/admin/news-tab.tsx'),
      import('#content/style-guides/admin/style-guides-screen.tsx'),
    ]);
    return {
      default: (props: ScreenProps) => <NewsTab {...props} styleGuides={StyleGuidesScreen} />,
    };
  }),
  pages: lazy(async () => ({
    default: (await import('#content/pages/admin/pages-tab.tsx')).PagesTab,
  })),
  'content-hub-configs': lazy(async () => ({
    default: (await import('#content/content-hub/admin/hub-tab.tsx')).HubTab,
  })),
};

/** The panel for those who are signed in, and the way in for everybody else. */
export function AdminScreen() {
  const { site } = useRouteContext({ from: '__root__' });
  const { data: user, isPending } = useAnswer(userQuery);
  if (isPending) return <LoadingScreen />;
  if (!user) return <LoginRequired siteName={site.name} />;
  return (
    <ClientOnly fallback={<LoadingScreen />}>
      <Suspense fallback={<LoadingScreen />}>
        <Panel screens={SCREENS} />
      </Suspense>
    </ClientOnly>
  );
}
