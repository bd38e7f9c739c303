import { index, rootRoute, route } from '@tanstack/virtual-file-routes';

/** Every URL of the site. Page files live with their content type. */
export const routes = rootRoute('site/root.tsx', [
  index('site/home/home.page.tsx'),
  route('/vendors', 'content/vendors/site/vendor-list.page.tsx'),
  route('/vendors/$slug', 'content/vendors/site/vendor-profile.page.tsx'),
]);

export default routes;
