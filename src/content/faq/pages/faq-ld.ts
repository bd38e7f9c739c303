import type { FAQPage, WebPage, WithContext } from 'schema-dts';
import { hrefTo } from '#client/href-to.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import type { SiteInfo } from '#site/site-info.ts';
import type { FaqEntry } from '../faq.collection.ts';

const CONTEXT = 'https://schema.org';

const urlOf = (site: SiteInfo, slug: string) => `${site.url}${hrefTo('/faq/$slug', { slug })}`;

export const faqPageLd = (
  site: SiteInfo,
  { path }: { path: string },
  entries: readonly Pick<FaqEntry, 'slug' | 'question' | 'answer'>[],
): WithContext<FAQPage> => ({
  '@context': CONTEXT,
  '@type': 'FAQPage',
  url: `${site.url}${path}`,
  mainEntity: entries.map(({ slug, question, answer }) => ({
    '@type': 'Question',
    name: question,
    url: urlOf(site, slug),
    acceptedAnswer: { '@type': 'Answer', text: stripMarks(answer) },
  })),
});

/** A page about one question that the publisher answers; a QAPage would be one that its users answer. */
export const questionLd = (site: SiteInfo, entry: FaqEntry): WithContext<WebPage> => {
  const url = urlOf(site, entry.slug);
  return {
    '@context': CONTEXT,
    '@type': 'WebPage',
    name: entry.question,
    url,
    dateModified: entry.updatedAt,
    mainEntity: {
      '@type': 'Question',
      name: entry.question,
      acceptedAnswer: {
        '@type': 'Answer',
        text: stripMarks(entry.answer),
        url,
      },
    },
  };
};
