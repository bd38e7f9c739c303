import type { Behaviour } from '#kit/behaviour.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { createGuideBehaviour } from './buyers-guides/buyers-guides.service.server.ts';
import { comparisonBehaviour } from './comparisons/comparisons.service.server.ts';
import { createHubBehaviour } from './content-hub/content-hub.service.server.ts';
import { coverageBehaviour } from './coverage/coverage.service.server.ts';
import { faqBehaviour } from './faq/faq.service.server.ts';
import { createLandingBehaviour } from './landing-pages/landing-pages.service.server.ts';
import { createNewsBehaviour } from './news/news.service.server.ts';
import { createPageBehaviour } from './pages/pages.service.server.ts';
import { createRedirectBehaviour } from './redirects/redirects.service.server.ts';
import type { ServedCheck } from './redirects/served-paths.server.ts';
import { providerBehaviour } from './service-providers/service-providers.service.server.ts';
import type { LiveCheck, PathCheck } from './shared/public-paths.server.ts';
import type { ClaimAddress } from './shared/root-address.server.ts';
import { styleGuideBehaviour } from './style-guides/style-guides.service.server.ts';
import { createUseCaseBehaviour } from './use-cases/use-cases.service.server.ts';
import { vendorBehaviour } from './vendors/vendors.service.server.ts';

interface Checks {
  isLive: LiveCheck;
  isServed: ServedCheck;
  closedPaths: PathCheck;
  claimAddress: ClaimAddress;
}

/** Behaviour of each content type beyond storage. */
export const createBehaviours = (
  text: TextRenderer,
  { isLive, isServed, closedPaths, claimAddress }: Checks,
) =>
  ({
    vendors: vendorBehaviour,
    'landing-pages': createLandingBehaviour(text, claimAddress),
    news: createNewsBehaviour(text),
    faq: faqBehaviour,
    pages: createPageBehaviour(claimAddress),
    'service-providers': providerBehaviour,
    'use-cases': createUseCaseBehaviour(text),
    'buyers-guides': createGuideBehaviour(text),
    comparisons: comparisonBehaviour,
    coverage: coverageBehaviour,
    'content-hub-configs': createHubBehaviour(closedPaths),
    redirects: createRedirectBehaviour(isLive, isServed),
    'style-guides': styleGuideBehaviour,
  }) satisfies Record<string, Behaviour>;
