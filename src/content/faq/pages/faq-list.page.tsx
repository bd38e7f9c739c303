import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { type CategorySearch, categoryList } from '#site/list/category-list.tsx';
import { CoverLink } from '#ui/card.tsx';
import { IndexGroup } from '#ui/index-group.tsx';
import { PAGE_SIZE } from '../site.ts';
import { faqPageLd } from './faq-ld.ts';

type FaqCardData = CardResponse<'faq'>;

const faqListQuery = ({ q, category, page }: CategorySearch) =>
  listQuery('faq', { q, category, ...partOf(page, PAGE_SIZE) });

const EXCERPT_LENGTH = 150;

const FAQ = categoryList({
  path: '/faq',
  title: 'Frequently Asked Questions',
  description:
    'Answers about family office software: what it does, what it costs, how to choose it, how to bring it in, and what to ask every vendor.',
  error: 'Error loading FAQ entries. Please try again later.',
  skeleton: { columns: 2 },
  size: PAGE_SIZE,
  query: faqListQuery,
  categories: {
    query: () => faqListQuery({}),
    // Those that the list begins with, and the chosen one wherever it stands.
    of: ({ items }, { category: chosen }) =>
      [...new Set([...items.map(({ category }) => category), chosen])].flatMap((category) =>
        category ? [{ category }] : [],
      ),
  },
  entriesOf: (items) => items.map(({ slug, question, answer }) => ({ slug, question, answer })),
  jsonLd: faqPageLd,
  field: { label: 'Search questions' },
  nothing: {
    title: 'No questions found',
    text: 'Try other words or another category.',
    reset: 'Show all questions',
  },
  empty: 'No FAQ entries are currently available. Please check back later.',
});

export const Route = createFileRoute('/faq')({ ...FAQ.route, component: FaqListPage });

function FaqListPage() {
  return (
    <FAQ.Page>
      {(category, entries) => <Questions key={category} category={category} entries={entries} />}
    </FAQ.Page>
  );
}

/** Questions set large enough to be read as a list, with how each answer begins. */
function Questions({ category, entries }: { category: string; entries: readonly FaqCardData[] }) {
  const count = entries.length;
  return (
    <IndexGroup title={category} count={counted(count, 'question', 'questions')}>
      <ul aria-label={category} className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {entries.map(({ slug, question, answer }) => (
          <li key={slug} className="card group relative">
            <h3 className="text-h3 font-semibold">
              <CoverLink href={hrefTo('/faq/$slug', { slug })}>{question}</CoverLink>
            </h3>
            <p className="mt-2 text-sm text-soft">{excerpt(answer, EXCERPT_LENGTH)}</p>
          </li>
        ))}
      </ul>
    </IndexGroup>
  );
}
