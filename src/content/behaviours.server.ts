import type { Behaviour } from '#kit/behaviour.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { createGuideBehaviour } from './buyers-guides/buyers-guides.service.server.ts';
import { comparisonBehaviour } from './comparisons/comparisons.service.server.ts';
import { coverageBehaviour } from './coverage/coverage.service.server.ts';
import { faqBehaviour } from './faq/faq.service.server.ts';
import { createLandingBehaviour } from './landing-pages/landing-pages.service.server.ts';
import { createNewsBehaviour } from './news/news.service.server.ts';
import { pageBehaviour } from './pages/pages.service.server.ts';
import { createRedirectBehaviour } from './redirects/redirects.service.server.ts';
import { providerBehaviour } from './service-providers/service-providers.service.server.ts';
import type { LiveCheck } from './shared/public-paths.server.ts';
import { styleGuideBehaviour } from './style-guides/style-guides.service.server.ts';
import { createUseCaseBehaviour } from './use-cases/use-cases.service.server.ts';
import { vendorBehaviour } from './vendors/vendors.service.server.ts';

/** What each content type does beyond being stored. */
export const createBehaviours = (text: TextRenderer, isLive: LiveCheck) =>
  ({
    vendors: vendorBehaviour,
    'landing-pages': createLandingBehaviour(text),
    news: createNewsBehaviour(text),
    faq: faqBehaviour,
    pages: pageBehaviour,
    'service-providers': providerBehaviour,
    'use-cases': createUseCaseBehaviour(text),
    'buyers-guides': createGuideBehaviour(text),
    comparisons: comparisonBehaviour,
    coverage: coverageBehaviour,
    redirects: createRedirectBehaviour(isLive),
    'style-guides': styleGuideBehaviour,
  }) satisfies Record<string, Behaviour>;
