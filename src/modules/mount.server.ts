import { mountNewsDesk } from '#content/news/news-desk.routes.server.ts';
import type { AppParts } from '#platform/app.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { mountAuth } from './auth/auth.routes.server.ts';
import { mountCounts } from './counts/counts.routes.server.ts';
import { mountDiscovery } from './discovery/discovery.routes.server.ts';
import { mountImages } from './image-search/images.routes.server.ts';
import { mountPreview } from './preview/preview.routes.server.ts';
import { mountRelatedInfo } from './related-info/related-info.routes.server.ts';
import { mountSeo } from './seo-generation/seo.routes.server.ts';
import { mountSocialCards } from './social-cards/cards.routes.server.ts';
import { mountUploads } from './uploads/uploads.routes.server.ts';

/** Everything that is not a content type, a line each. */
export const mountModules = (api: Api, parts: AppParts) => {
  mountAuth(api, parts);
  mountUploads(api, parts);
  mountCounts(api, parts);
  mountPreview(api, parts);
  mountNewsDesk(api, parts);
  mountSeo(api, parts);
  mountImages(api, parts);
  mountRelatedInfo(api, parts);
  mountDiscovery(api, parts);
  mountSocialCards(api, parts);
};
