import { sourcesOf } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import type { Fact } from '#modules/search/answer.ts';
import { wordsOf } from '#modules/search/words.ts';
import { listWords } from '#platform/words.ts';

export const NOT_FOUND = 'Not found on the pages we read.';

export interface Topic {
  label: string;
  /** Field names of a vendor and of its sources. */
  fields: readonly string[];
  /** Words that ask for it. */
  words: ReadonlySet<string>;
  /** The feature whose evidence answers where the profile is silent. */
  feature: string | undefined;
}

const topic = (label: string, fields: string, words: string, feature?: string): Topic => ({
  label,
  fields: fields.split(' '),
  words: new Set(words.split(' ')),
  feature,
});

const ATTESTATIONS = topic(
  'Attestations',
  'attestations',
  'soc soc1 soc2 soc3 iso 27001 isae attestation attestations certificate certificates certified certification audited',
);

export const TOPICS: readonly Topic[] = [
  topic(
    'Price',
    'pricing priceMeter',
    'price prices pricing priced cost costs costly fee fees expensive cheap quote',
  ),
  ATTESTATIONS,
  topic(
    'Hosting',
    'hosting dataResidency',
    'hosting hosted host cloud aws azure premise premises residency servers stored',
  ),
  topic(
    'Owner',
    'ownership',
    'owner owners owns owned own ownership acquired acquisition bought parent investors',
  ),
  topic('API', 'api', 'api apis rest', 'open-api'),
  topic(
    'Single sign-on',
    'sso',
    'sso saml signon sign login mfa 2fa okta',
    'authentication-and-sso',
  ),
  topic('Headquarters', 'headquarters', 'headquarters headquartered hq based country'),
  topic('Founded', 'founded', 'founded'),
  topic('Minimum assets', 'minimumAssets', 'minimum minimums aum'),
  topic('Customers', 'customerCount', 'customer customers clients'),
];

type Source = Vendor['sources'][number];

/** The values of a field in the profile; the entries of a list are facts of their own. */
const valuesOf = (vendor: Vendor, field: string): string[] => {
  const own: unknown = Object.entries(vendor).find(([key]) => key === field)?.[1];
  return [own].flat().filter((one): one is string => typeof one === 'string' && one !== '');
};

const factFrom = (text: string, source: Source | undefined): Fact => ({
  text,
  source: source?.url
    ? { url: source.url, day: source.pageDate || source.checkedOn || null }
    : null,
});

/** Each fact of a vendor on a topic with the page nearest to its words and to those asked. */
const factsOf = (vendor: Vendor, { fields }: Topic, asked: readonly string[]): Fact[] =>
  fields.flatMap((field) => {
    const sources = sourcesOf(vendor, field);
    const nearest = (sought: readonly string[]) => {
      const shared = ({ value, finding }: Source) =>
        new Set(sought).intersection(new Set(wordsOf(`${value} ${finding}`))).size;
      return sources.toSorted((a, b) => shared(b) - shared(a))[0];
    };
    const values = valuesOf(vendor, field);
    if (values.length > 0)
      return values.map((text) => factFrom(text, nearest([...wordsOf(text), ...asked])));
    const source = nearest(asked);
    return source?.value ? [factFrom(source.value, source)] : [];
  });

/** 'SOC 2' of 'soc 2' and 'soc2'; a number of five digits is an ISO standard. */
const attestationsIn = (words: readonly string[]): string[] =>
  Array.from(
    words.join(' ').matchAll(/\b(?:(soc|isae|iso)(?: ?(?:iec )?(\d+))?|(\d{5}))\b/g),
    ([, name = 'iso', number, alone]) => `${name.toUpperCase()} ${number ?? alone ?? ''}`.trim(),
  );

const hasAttestation = ({ text }: Fact, asked: string): boolean =>
  attestationsIn(wordsOf(text)).some((name) => `${name} `.startsWith(`${asked} `));

/** The known facts of a vendor on a topic; of attestations, those that are asked for by name. */
export const answerOn = (vendor: Vendor, topic: Topic, asked: readonly string[]) => {
  const facts = factsOf(vendor, topic, asked);
  const named = topic === ATTESTATIONS ? attestationsIn(asked) : [];
  if (named.length === 0)
    return { about: topic.label, text: facts.length > 0 ? '' : NOT_FOUND, facts };
  const missing = named.filter((name) => !facts.some((one) => hasAttestation(one, name)));
  const meant = facts.filter((one) => named.some((name) => hasAttestation(one, name)));
  return {
    about: listWords(named),
    text: missing.length > 0 ? `${listWords(missing)}: ${NOT_FOUND.toLowerCase()}` : '',
    facts: meant.length > 0 ? meant : facts,
  };
};
