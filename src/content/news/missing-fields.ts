import type { Article } from './news.collection.ts';

const isEmpty = (text: string | null | undefined) => (text ?? '').trim() === '';

type Told = Pick<Article, 'excerpt' | 'imageUrl' | 'imageAlt'>;

/** Fields that readers would miss. The editor is told and decides: none of them holds up publishing (A14.27). */
export const findMissing = ({
  excerpt,
  imageUrl,
  imageAlt,
}: Partial<Told>): { excerpt?: string; imageAlt?: string } => ({
  ...(isEmpty(excerpt) ? { excerpt: 'No excerpt: lists show the title alone' } : {}),
  ...(imageUrl && isEmpty(imageAlt)
    ? { imageAlt: 'No alt text: the image says nothing to people who cannot see it' }
    : {}),
});
