import { defineCollection } from '#kit/collection.ts';
import { order, relatedInfo, seo } from '#kit/field-groups.ts';
import { choice, flag, link, list, markdown, references, slug, text } from '#kit/fields.ts';

const LANDING_CATEGORIES = [
  'accounting-software',
  'portfolio-management',
  'reporting-tools',
  'data-aggregation',
  'family-office-crm',
  'best-family-office-software',
  'investment-management',
  'compliance-software',
  'risk-management',
  'estate-planning',
] as const;

export const landingPages = defineCollection({
  name: 'landing-pages',
  table: 'landing_pages',
  label: { one: 'Landing Page', many: 'Landing Pages' },
  group: 'core',
  title: 'title',
  body: 'introduction',
  visible: { field: 'isPublished', is: true },
  signedInOnly: 'list',
  publicPath: '',
  ownScreen: true,
  search: ['title', 'slug', 'primaryKeyword'],
  inSearch: { kind: 'pages', sharesHeadings: true },
  card: ['slug', 'title', 'category', 'primaryKeyword', 'introduction'],
  fields: {
    title: text({ required: true, max: 200 }),
    slug: slug(),
    category: choice(LANDING_CATEGORIES, { required: true }),
    primaryKeyword: text({ required: true, max: 200 }),
    secondaryKeywords: list(),
    introduction: text({ required: true, max: 3000 }),
    content: markdown(),
    whatIs: markdown({ label: 'What is it?' }),
    associatedVendorIds: references('vendors', { label: 'Vendors', tab: 'relations' }),
    associatedFaqIds: references('faq', { label: 'FAQs', tab: 'relations' }),
    includeBuyerPersonas: flag(true, { label: 'Include buyer personas', tab: 'seo' }),
    includeComparisonTable: flag(true, { label: 'Include comparison table', tab: 'seo' }),
    ctaText: text({
      default: 'View Full Comparison',
      max: 100,
      label: 'Call to action',
      tab: 'seo',
    }),
    ctaUrl: link({ default: '/compare', label: 'Call to action target', tab: 'seo' }),
    isPublished: flag(false, { label: 'Published', tab: 'seo' }),
    ...order,
    ...seo,
    ...relatedInfo,
  },
});
