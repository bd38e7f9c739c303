import { tableOf } from '#kit/table.server.ts';
import { buyersGuides } from './buyers-guides/buyers-guides.collection.ts';
import { comparisons } from './comparisons/comparisons.collection.ts';
import { contentHubConfigs } from './content-hub/content-hub.collection.ts';
import { coverage } from './coverage/coverage.collection.ts';
import { ctaBanners } from './cta-banners/cta-banners.collection.ts';
import { faq } from './faq/faq.collection.ts';
import { features } from './features/features.collection.ts';
import { glossary } from './glossary/glossary.collection.ts';
import { landingPages } from './landing-pages/landing-pages.collection.ts';
import { news } from './news/news.collection.ts';
import { pages } from './pages/pages.collection.ts';
import { redirects } from './redirects/redirects.collection.ts';
import { searchTerms } from './search-terms/search-terms.collection.ts';
import { serviceProviders } from './service-providers/service-providers.collection.ts';
import { services } from './services/services.collection.ts';
import { styleGuides } from './style-guides/style-guides.collection.ts';
import { types } from './types/types.collection.ts';
import { useCases } from './use-cases/use-cases.collection.ts';
import { vendors } from './vendors/vendors.collection.ts';

export { activity } from '#modules/activity/activity.table.server.ts';
export {
  invitations,
  passkeys,
  rateLimits,
  recoveryCodes,
  sessions,
  users,
} from '#modules/auth/auth.tables.server.ts';
export { bulkEdits } from '#modules/bulk-edits/bulk-edits.table.server.ts';
export { corrections } from '#modules/corrections/corrections.table.server.ts';
export { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
export { linkChecks, linkUses } from '#modules/link-checks/link-checks.tables.server.ts';
export { previewLinks } from '#modules/preview-links/preview-links.table.server.ts';
export { quotes } from '#modules/quotes/quotes.table.server.ts';
export { releaseItems, releases } from '#modules/releases/releases.tables.server.ts';
export { reviews } from '#modules/reviews/reviews.table.server.ts';
export { schedule } from '#modules/schedule/schedule.table.server.ts';
export { searchEntries, searchMisses } from '#modules/search/search.tables.server.ts';
export { feedResults, settingsTable } from '#modules/settings/settings.tables.server.ts';
export { comments, notices, presence } from '#modules/talk/talk.tables.server.ts';
export { apiTokens } from '#modules/tokens/tokens.table.server.ts';
export { uploadChunks, uploads } from '#modules/uploads/uploads.tables.server.ts';
export { listViews } from '#modules/views/views.table.server.ts';
export { missingPages, missingProbes, pageReads } from '#modules/visits/visits.tables.server.ts';
export { webhookDeliveries, webhooks } from '#modules/webhooks/webhooks.tables.server.ts';
export { idempotencyKeys } from '#platform/db/idempotency.table.server.ts';
export { appMeta } from '#platform/db/meta.table.server.ts';
export { revisions } from '#platform/db/revisions.table.server.ts';
export { timedJobs } from '#platform/db/timed-jobs.table.server.ts';
export { newsJobs } from './news/jobs/jobs.table.server.ts';
export { vendorSources } from './shared/vendor-sources.table.server.ts';
export { vendorLinks, vendorWords } from './shared/vendor-word/vendor-word.tables.server.ts';

/** Every table by name, for the migrations. */
export const vendorsTable = tableOf(vendors);
export const featuresTable = tableOf(features);
export const coverageTable = tableOf(coverage);
export const landingPagesTable = tableOf(landingPages);
export const newsTable = tableOf(news);
export const faqTable = tableOf(faq);
export const glossaryTable = tableOf(glossary);
export const servicesTable = tableOf(services);
export const typesTable = tableOf(types);
export const pagesTable = tableOf(pages);
export const searchTermsTable = tableOf(searchTerms);
export const contentHubConfigsTable = tableOf(contentHubConfigs);
export const serviceProvidersTable = tableOf(serviceProviders);
export const useCasesTable = tableOf(useCases);
export const buyersGuidesTable = tableOf(buyersGuides);
export const comparisonsTable = tableOf(comparisons);
export const ctaBannersTable = tableOf(ctaBanners);
export const redirectsTable = tableOf(redirects);
export const styleGuidesTable = tableOf(styleGuides);
