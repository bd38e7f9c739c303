import type { FAQPage, QAPage, WithContext } from 'schema-dts';
import { stripMarks } from '#content/shared/excerpt.ts';
import type { ItemPage } from '#site/item-page.ts';
import type { SiteInfo } from '#site/router.tsx';
import type { FaqEntry } from '../faq.collection.ts';
import type { FaqCardData } from './faq-search.ts';

const CONTEXT = 'https://schema.org';

export const faqPageLd = (
  site: SiteInfo,
  { path }: { path: string },
  entries: readonly Pick<FaqCardData, 'slug' | 'question' | 'answer'>[],
): WithContext<FAQPage> => ({
  '@context': CONTEXT,
  '@type': 'FAQPage',
  url: `${site.url}${path}`,
  mainEntity: entries.map(({ slug, question, answer }) => ({
    '@type': 'Question',
    name: question,
    url: `${site.url}/faq/${slug}`,
    acceptedAnswer: { '@type': 'Answer', text: stripMarks(answer) },
  })),
});

export const qaPageLd = (site: SiteInfo, entry: ItemPage<FaqEntry>): WithContext<QAPage> => {
  const url = `${site.url}/faq/${entry.slug}`;
  return {
    '@context': CONTEXT,
    '@type': 'QAPage',
    url,
    mainEntity: {
      '@type': 'Question',
      name: entry.question,
      text: entry.question,
      answerCount: 1,
      dateModified: entry.updatedAt,
      acceptedAnswer: {
        '@type': 'Answer',
        text: stripMarks(entry.answer) || (entry.summary ?? ''),
        url,
      },
    },
  };
};
