import * as z from 'zod';

/** The requested fields; we enforce the limits ourselves, so that no model stumbles over them. */
export const rewriteResponse = z.object({
  title: z.string().min(1).describe('New headline, at most 100 characters'),
  content: z
    .string()
    .min(1)
    .describe('The whole rewritten article in Markdown, without the headline'),
  excerpt: z
    .string()
    .min(1)
    .describe('One or two sentences for the list of articles, at most 250 characters'),
  category: z.string().describe('One category'),
  tags: z.array(z.string()).describe('Three to six short tags'),
  metaTitle: z.string().describe('Title for search results, at most 60 characters'),
  metaDescription: z.string().describe('Description for search results, at most 160 characters'),
});

export type RewriteResponse = z.output<typeof rewriteResponse>;
