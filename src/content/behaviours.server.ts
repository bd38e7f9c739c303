import type { Behaviour } from '#kit/behaviour.server.ts';
import type { TextRenderer } from '#platform/text-renderer.ts';
import { guideBehaviour } from './buyers-guides/buyers-guides.service.server.ts';
import { comparisonBehaviour } from './comparisons/comparisons.service.server.ts';
import { faqBehaviour } from './faq/faq.service.server.ts';
import { createLandingBehaviour } from './landing-pages/landing-pages.service.server.ts';
import { newsBehaviour } from './news/news.service.server.ts';
import { pageBehaviour } from './pages/pages.service.server.ts';
import { redirectBehaviour } from './redirects/redirects.service.server.ts';
import { styleGuideBehaviour } from './style-guides/style-guides.service.server.ts';
import { createUseCaseBehaviour } from './use-cases/use-cases.service.server.ts';
import { vendorBehaviour } from './vendors/vendors.service.server.ts';

/** What each content type does beyond being stored. */
export const createBehaviours = (text: TextRenderer) =>
  ({
    vendors: vendorBehaviour,
    'landing-pages': createLandingBehaviour(text),
    news: newsBehaviour,
    faq: faqBehaviour,
    pages: pageBehaviour,
    'use-cases': createUseCaseBehaviour(text),
    'buyers-guides': guideBehaviour,
    comparisons: comparisonBehaviour,
    redirects: redirectBehaviour,
    'style-guides': styleGuideBehaviour,
  }) as unknown as Record<string, Behaviour | undefined>;
