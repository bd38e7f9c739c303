import { defineCollection } from '#kit/collection.ts';
import { activity } from '#kit/field-groups.ts';
import { integer, link, text } from '#kit/fields.ts';

export const searchTerms = defineCollection({
  name: 'search-terms',
  table: 'search_terms',
  label: { one: 'Search Term', many: 'Search Terms' },
  group: 'system',
  title: 'term',
  body: 'notes',
  visible: { field: 'isActive', is: true },
  signedInOnly: 'all',
  search: ['term', 'targetPage', 'pageTitle'],
  card: [
    'term',
    'targetPage',
    'pageTitle',
    'currentRanking',
    'targetRanking',
    'searchVolume',
    'difficulty',
  ],
  columns: {
    isActive: 'Status',
    targetPage: 'Target page',
    searchVolume: 'Volume',
    difficulty: 'Difficulty',
    pageTitle: 'Page title',
    currentRanking: 'Current ranking',
    targetRanking: 'Target ranking',
  },
  hasCards: true,
  fields: {
    term: text({ required: true, max: 255 }),
    targetPage: link(),
    pageTitle: text({ max: 300 }),
    currentRanking: integer(),
    targetRanking: integer(),
    searchVolume: integer(),
    difficulty: text({ max: 50 }),
    notes: text({ max: 5000 }),
    ...activity,
  },
});
