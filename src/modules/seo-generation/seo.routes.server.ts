import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createAi } from '#modules/ai/ai.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { generateSeo } from './seo.server.ts';

const EMPTY_MESSAGE = 'Please fill in title and content fields before generating SEO data';

export const seoResult = z
  .object({
    metaTitle: z.string(),
    metaDescription: z.string(),
    focusKeyphrase: z.string(),
    seoScore: z.int().min(0).max(100),
    suggestions: z.array(z.string()),
  })
  .meta({ id: 'SeoResult' });

const body = z.strictObject({
  contentType: z.string().max(50),
  title: z.string().max(1000).default(''),
  content: z.string().max(500_000).default(''),
  lead: z.string().max(5000).optional().meta({ description: 'How the main text begins' }),
  targetKeyphrase: z.string().max(255).nullish(),
  slug: z.string().max(500).optional(),
  imageAlt: z.string().max(500).optional(),
  /** The item that is edited, when it is stored already. */
  id: z.int().positive().optional(),
});

export const mountSeo = (api: Api, { settings, connection, content, log }: AppParts) => {
  const parts = { db: connection.db, content, ai: createAi(settings, log) };

  const generateSeoCall = endpoint(api, {
    method: 'post',
    id: 'generateSeo',
    path: '/api/generate-seo',
    tag: { name: 'SEO', description: 'Texts for search engines, made from an item.' },
    summary: 'Meta title, description and keyphrase for a text, with a score and suggestions',
    access: 'editor',
    body,
    response: seoResult,
    examples: {
      body: {
        contentType: 'faq',
        title: 'What is a family office?',
        content: 'A family office manages the affairs of one family, or of several.',
        targetKeyphrase: 'family office',
      },
    },
    failures: { 429: 'Too many AI tasks under way', 502: 'The AI service failed' },
    handle: ({ viewer, body: { contentType, ...subject } }) => {
      const missing = (['title', 'content'] as const).filter((key) => subject[key].trim() === '');
      if (missing.length > 0) {
        const fields = Object.fromEntries(missing.map((key) => [key, EMPTY_MESSAGE]));
        throw new AppError('invalid', EMPTY_MESSAGE, { fields });
      }
      return generateSeo(parts, viewer, { ...subject, collection: contentType });
    },
  });

  return [generateSeoCall];
};
