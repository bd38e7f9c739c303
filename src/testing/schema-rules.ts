/**
 * The rules of schema.org and Google's rich results for the types that the pages use,
 * as a table: required properties must be there, recommended ones may be, and no others.
 */
type Kind = 'text' | 'url' | 'date' | 'flag' | 'texts' | 'urls' | 'position' | 'context';
type Rule = Kind | readonly string[];

interface TypeRules {
  required: Record<string, Rule>;
  recommended: Record<string, Rule>;
}

const ARTICLE: TypeRules = {
  required: {
    headline: 'text',
    datePublished: 'date',
    author: ['Person', 'Organization'],
    publisher: ['Organization'],
    mainEntityOfPage: 'url',
  },
  recommended: {
    dateModified: 'date',
    image: 'urls',
    url: 'url',
    description: 'text',
    articleSection: 'text',
  },
};

const SCHEMA_RULES: Record<string, TypeRules> = {
  Article: ARTICLE,
  NewsArticle: ARTICLE,
  Organization: { required: { name: 'text', url: 'url' }, recommended: { logo: 'url' } },
  Person: { required: { name: 'text' }, recommended: { url: 'url' } },
  WebSite: { required: { name: 'text', url: 'url' }, recommended: { description: 'text' } },
  FAQPage: { required: { mainEntity: ['Question'] }, recommended: { url: 'url', name: 'text' } },
  WebPage: {
    required: { name: 'text', url: 'url', mainEntity: ['Question'] },
    recommended: { dateModified: 'date' },
  },
  Question: {
    required: { name: 'text', acceptedAnswer: ['Answer'] },
    recommended: { url: 'url' },
  },
  Answer: { required: { text: 'text' }, recommended: { url: 'url' } },
  DefinedTermSet: {
    required: { name: 'text', hasDefinedTerm: ['DefinedTerm'] },
    recommended: { description: 'text', url: 'url' },
  },
  DefinedTerm: {
    required: { name: 'text', url: 'url' },
    recommended: { description: 'text', inDefinedTermSet: 'url' },
  },
  CollectionPage: {
    required: { name: 'text', url: 'url' },
    recommended: { description: 'text', mainEntity: ['ItemList'] },
  },
  Dataset: {
    required: { name: 'text', description: 'text' },
    recommended: {
      url: 'url',
      license: 'url',
      isAccessibleForFree: 'flag',
      creator: ['Organization'],
      version: 'text',
      dateModified: 'date',
      distribution: ['DataDownload'],
    },
  },
  DataDownload: {
    required: { contentUrl: 'url', encodingFormat: 'text' },
    recommended: { name: 'text' },
  },
  PropertyValue: { required: { name: 'text', value: 'text' }, recommended: {} },
  ItemList: { required: { itemListElement: ['ListItem'] }, recommended: {} },
  BreadcrumbList: { required: { itemListElement: ['ListItem'] }, recommended: {} },
  ListItem: {
    required: { position: 'position', name: 'text' },
    recommended: { item: 'url', url: 'url' },
  },
  SoftwareApplication: {
    required: { name: 'text', applicationCategory: 'text', operatingSystem: 'text' },
    recommended: {
      additionalProperty: ['PropertyValue'],
      url: 'url',
      description: 'text',
      sameAs: 'url',
      featureList: 'texts',
    },
  },
};

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isUrl = (value: unknown) =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);

const CHECKS: Record<Kind, (value: unknown, index: number) => boolean> = {
  text: isText,
  url: isUrl,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value),
  flag: (value) => typeof value === 'boolean',
  position: (value, index) => value === index + 1,
  texts: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  urls: (value) => Array.isArray(value) && value.length > 0 && value.every(isUrl),
  context: (value) => value === 'https://schema.org',
};

type Thing = Record<string, unknown>;

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

const checkValue = (value: unknown, rule: Rule, where: string, index: number): string[] => {
  if (typeof rule === 'string') {
    return CHECKS[rule as Kind](value, index) ? [] : [`${where} is no ${rule}`];
  }
  const things = [value].flat();
  if (things.length === 0) return [`${where} is empty`];
  return things.flatMap((thing, at) => {
    const type = isThing(thing) ? String(thing['@type']) : typeof thing;
    if (!isThing(thing) || !rule.includes(type)) return [`${where} is a ${type}`];
    return findProblems(thing, `${where}[${at}]`, at);
  });
};

/** The problems of a piece of structured data, by path; none when it keeps the rules. */
const findProblems = (thing: Thing, where = '', index = 0): string[] => {
  const type = String(thing['@type']);
  const rules = SCHEMA_RULES[type];
  if (!rules) return [`${where} has the unknown type ${type}`];
  const all: Record<string, Rule> = { ...rules.required, ...rules.recommended };
  const missing = Object.keys(rules.required)
    .filter((key) => thing[key] === undefined)
    .map((key) => `${where}.${key} is missing from ${type}`);
  const wrong = Object.entries(thing).flatMap(([key, value]) => {
    if (key === '@type') return [];
    if (key === '@context') return checkValue(value, 'context', `${where}.@context`, index);
    const rule = all[key];
    if (!rule) return [`${where}.${key} is no property of ${type} here`];
    return checkValue(value, rule, `${where}.${key}`, index);
  });
  return [...missing, ...wrong];
};

/** A block of its own must say whose words it uses. */
export const findBlockProblems = (block: Thing): string[] => [
  ...(block['@context'] === undefined ? ['@context is missing'] : []),
  ...findProblems(block),
];
