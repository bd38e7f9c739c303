import type { Article } from './news.collection.ts';

export const isEmpty = (text: string | null | undefined) => (text ?? '').trim() === '';

type Told = Pick<Article, 'slug' | 'excerpt' | 'imageUrl' | 'imageAlt'>;

/** What a reader would miss, by field. */
export const findHoles = ({ slug, excerpt, imageUrl, imageAlt }: Partial<Told>) => ({
  ...(isEmpty(slug) ? { slug: 'Slug is required' } : {}),
  ...(isEmpty(excerpt) ? { excerpt: 'Excerpt is required' } : {}),
  ...(imageUrl && isEmpty(imageAlt) ? { imageAlt: 'Image alt text is required' } : {}),
});
