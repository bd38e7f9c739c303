import { index, rootRoute, route } from '@tanstack/virtual-file-routes';
import { sites } from './sites.ts';

/** Pages live with their content type or tool, which says at which address each stands. */
const pagesOfFolders = Object.entries(sites).flatMap(([folder, { pages }]) =>
  Object.entries(pages).map(([path, file]) => route(path, `${folder}/pages/${file}.page.tsx`)),
);

/** Every URL of the site. */
const routes = rootRoute('app/root.tsx', [
  index('app/home/home.page.tsx'),
  ...pagesOfFolders,
  route('/search', 'app/search/search.page.tsx'),
  route('/$slug', 'app/slug/slug.page.tsx'),
  route('/auth', 'app/sign-in/auth.page.tsx'),
  route('/auth/forgot', 'app/sign-in/forgot.page.tsx'),
  route('/auth/reset', 'app/sign-in/reset-password.page.tsx'),
  route('/auth/invitation', 'app/sign-in/invitation.page.tsx'),
  route('/admin/$', 'app/panel/admin.page.tsx'),
]);

export default routes;
