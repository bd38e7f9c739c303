import { mountCollections, mountTypes } from '#content/calls.server.ts';
import type { Content } from '#content/content.server.ts';
import { mountNewsFeed } from '#content/news/feed.server.ts';
import { createFeedTrial } from '#content/news/feeds/load-feed.server.ts';
import { mountNewsDesk } from '#content/news/news-desk.routes.server.ts';
import { listMovedSlugs } from '#content/redirects/redirects.service.server.ts';
import { createAlternativesMap } from '#content/vendors/alternatives/alternatives.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { mountActivity } from '#modules/activity/activity.routes.server.ts';
import { mountAi } from '#modules/ai/ai.routes.server.ts';
import { mountAuth } from '#modules/auth/auth.routes.server.ts';
import { mountBulkEdits } from '#modules/bulk-edits/bulk-edits.routes.server.ts';
import { mountCorrections } from '#modules/corrections/corrections.routes.server.ts';
import { mountCounts } from '#modules/counts/counts.routes.server.ts';
import { mountCsv } from '#modules/csv/csv.routes.server.ts';
import { mountDeskSearch } from '#modules/desk-search/desk-search.routes.server.ts';
import { mountDiscovery } from '#modules/discovery/discovery.routes.server.ts';
import { mountDrafts } from '#modules/drafts/item-drafts.routes.server.ts';
import { mountImages } from '#modules/image-search/images.routes.server.ts';
import { mountInnerLinks } from '#modules/link-checks/inner-links.routes.server.ts';
import { mountLinkChecks } from '#modules/link-checks/link-checks.routes.server.ts';
import { mountUsers } from '#modules/people/users.routes.server.ts';
import { mountPagePreview, mountPreview } from '#modules/preview/preview.routes.server.ts';
import { mountPreviewLinks } from '#modules/preview-links/preview-links.routes.server.ts';
import { mountReady } from '#modules/ready/ready.routes.server.ts';
import { mountRelatedInfo } from '#modules/related-info/related-info.routes.server.ts';
import { mountRevisions } from '#modules/revisions/revisions.routes.server.ts';
import { mountSchedule } from '#modules/schedule/schedule.routes.server.ts';
import { mountSearch } from '#modules/search/search.routes.server.ts';
import { mountSeo } from '#modules/seo-generation/seo.routes.server.ts';
import { mountSettings } from '#modules/settings/settings.routes.server.ts';
import { mountComments } from '#modules/talk/comments.routes.server.ts';
import { mountInbox } from '#modules/talk/inbox.routes.server.ts';
import { mountTokens } from '#modules/tokens/tokens.routes.server.ts';
import { mountMedia } from '#modules/uploads/media.routes.server.ts';
import { mountUploads } from '#modules/uploads/uploads.routes.server.ts';
import { mountUsedBy } from '#modules/used-by/used-by.server.ts';
import { mountValues } from '#modules/values/values.routes.server.ts';
import { mountWebhooks } from '#modules/webhooks/webhooks.routes.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { createAnswers } from '#tools/answers/answers.server.ts';

import { mountEndedAddresses } from '#tools/corrections/ended-addresses.server.ts';
import { createCellFinder } from '#tools/corrections/find-cell.server.ts';
import { mountData } from '#tools/data/data.routes.server.ts';
import { mountNeeds } from '#tools/needs/needs.routes.server.ts';
import { mountShortlist } from '#tools/shortlist/shortlist.routes.server.ts';
import { mountSocialCards } from '#tools/social-cards/cards.routes.server.ts';
import { mountUpkeep } from '#tools/upkeep/upkeep.routes.server.ts';
import { mountJobs } from './jobs/jobs.routes.server.ts';
import { mountMcp } from './mcp/mcp.routes.server.ts';
import { siteList } from './sites.ts';

/** The running application with all that its content offers. */
export interface App extends AppParts {
  content: Content;
}

/** Every call, listed once: this mounts it and gives the client its type. */
export const mountCalls = (api: Api, app: App) => {
  const { content, connection, settings } = app;
  const { db } = connection;
  const { readerOf, findVendor, kinds, search, searchIndex } = content;
  const answer = createAnswers(db, readerOf, searchIndex);
  // Files at addresses of their own, which no script asks for.
  mountDiscovery(api, app, {
    sites: siteList,
    more: [createAlternativesMap(db)],
  });
  mountNewsFeed(api, app);
  mountSocialCards(api, app, siteList);
  mountMcp(api, app);
  mountEndedAddresses(api, settings);
  const calls = [
    ...mountAuth(api, app),
    ...mountActivity(api, app),
    ...mountUsers(api, app),
    ...mountTokens(api, app),
    ...mountWebhooks(api, app),
    ...mountUploads(api, app),
    ...mountMedia(api, app),
    ...mountCounts(api, app),
    ...mountPreview(api, app),
    ...mountPagePreview(api, app),
    ...mountPreviewLinks(api, app),
    ...mountSchedule(api, app),
    ...mountJobs(api, app),
    ...mountSettings(api, app, { tryFeed: createFeedTrial(settings) }),
    ...mountDeskSearch(api, app, searchIndex),
    ...mountValues(api, app),
    ...mountBulkEdits(api, app),
    ...mountReady(api, app),
    ...mountComments(api, app),
    ...mountInbox(api, app),
    ...mountNewsDesk(api, app),
    ...mountAi(api, app),
    ...mountSeo(api, app),
    ...mountImages(api, app),
    ...mountRelatedInfo(api, app, searchIndex),
    ...mountLinkChecks(api, app),
    ...mountUpkeep(api, app),
    ...mountCorrections(api, app, createCellFinder(db)),
    ...mountTypes(api, db, content),
    ...mountData(api, {
      db,
      siteUrl: settings.SITE_URL,
      trustProxy: settings.TRUST_PROXY,
    }),
    ...mountNeeds(api, { db, readerOf }),
    ...mountShortlist(api, {
      db,
      readerOf,
      findVendor,
      listMovedSlugs: (folder, limit) => listMovedSlugs(db, folder, limit),
    }),
    ...mountSearch(api, {
      db,
      kinds,
      search: search.search,
      answerTo: async (reading) => answer(reading, await search.readNames()),
    }),
    ...mountRevisions(api, app),
    ...mountUsedBy(api, app),
    ...mountDrafts(api, app),
    ...mountInnerLinks(api, app),
    ...mountCsv(api, app),
  ];
  mountCollections(api, db, content);
  return calls;
};
