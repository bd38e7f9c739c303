import { index, rootRoute, route } from '@tanstack/virtual-file-routes';

/** Every URL of the site. Page files live with their content type. */
const routes = rootRoute('site/root.tsx', [
  index('site/home/home.page.tsx'),
  route('/vendors', 'content/vendors/site/vendor-list.page.tsx'),
  route('/vendors/$slug', 'content/vendors/site/vendor-profile.page.tsx'),
  route('/features', 'content/features/site/feature-list.page.tsx'),
  route('/features/$slug', 'content/features/site/feature.page.tsx'),
  route('/use-cases', 'content/use-cases/site/use-case-list.page.tsx'),
  route('/use-cases/$slug', 'content/use-cases/site/use-case.page.tsx'),
  route('/buyers-guides', 'content/buyers-guides/site/guide-list.page.tsx'),
  route('/buyers-guides/$slug', 'content/buyers-guides/site/guide.page.tsx'),
  route('/news', 'content/news/site/news-list.page.tsx'),
  route('/news/$slug', 'content/news/site/article.page.tsx'),
  route('/compare', 'content/comparisons/site/compare-tool.page.tsx'),
  route('/compare/$pair', 'content/comparisons/site/comparison.page.tsx'),
  route('/comparisons/$slug', 'content/comparisons/site/curated-comparison.page.tsx'),
  route('/$slug', 'site/slug/slug.page.tsx'),
  route('/faq', 'content/faq/site/faq-list.page.tsx'),
  route('/faq/$slug', 'content/faq/site/faq-detail.page.tsx'),
  route('/glossary', 'content/glossary/site/glossary-list.page.tsx'),
  route('/glossary/$slug', 'content/glossary/site/glossary-detail.page.tsx'),
  route('/services', 'content/services/site/service-list.page.tsx'),
  route('/services/$slug', 'content/services/site/service-detail.page.tsx'),
  route('/types', 'content/types/site/type-list.page.tsx'),
  route('/types/$slug', 'content/types/site/type-detail.page.tsx'),
  route('/auth', 'entries/pages/auth.page.tsx'),
  route('/auth/reset', 'entries/pages/reset-password.page.tsx'),
  route('/admin/$', 'entries/pages/admin.page.tsx'),
]);

export default routes;
