import type { Vendor } from '#content/vendors/vendors.collection.ts';

export interface Topic {
  label: string;
  /** Field names of a vendor and of its sources. */
  fields: readonly string[];
  /** Words that ask for it. */
  words: ReadonlySet<string>;
}

const topic = (label: string, fields: string, words: string): Topic => ({
  label,
  fields: fields.split(' '),
  words: new Set(words.split(' ')),
});

export const TOPICS: readonly Topic[] = [
  topic(
    'Price',
    'pricing priceMeter',
    'price prices pricing priced cost costs costly fee fees expensive cheap quote',
  ),
  topic(
    'Attestations',
    'attestations',
    'soc soc1 soc2 soc3 iso 27001 isae attestation attestations certificate certificates certified certification audited',
  ),
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
  topic('API', 'api', 'api apis rest'),
  topic('Single sign-on', 'sso', 'sso saml signon sign login mfa 2fa okta'),
  topic('Headquarters', 'headquarters', 'headquarters headquartered hq based country'),
  topic('Founded', 'founded', 'founded'),
  topic('Minimum assets', 'minimumAssets', 'minimum minimums aum'),
  topic('Customers', 'customerCount', 'customer customers clients'),
];

type Source = Vendor['sources'][number];

/** A fact as the profile has it, else as a source has it. */
const factValue = (vendor: Vendor, field: string, sources: readonly Source[]): string => {
  const own: unknown = Object.entries(vendor).find(([key]) => key === field)?.[1];
  const text = Array.isArray(own) ? own.join('; ') : own;
  return typeof text === 'string' && text !== '' ? text : (sources[0]?.value ?? '');
};

/** Known facts of a vendor on a topic, with the page that matches most asked words. */
export const factOf = (vendor: Vendor, { fields }: Topic, asked: readonly string[]) => {
  const says = ({ value, finding }: Source) => {
    const text = `${value} ${finding}`.toLowerCase();
    return asked.filter((word) => text.includes(word)).length;
  };
  const known = fields.flatMap((field) => {
    const sources = vendor.sources
      .filter((one) => one.field === field && one.url)
      .toSorted((a, b) => says(b) - says(a));
    const value = factValue(vendor, field, sources);
    return value ? [{ value, source: sources[0] }] : [];
  });
  const source = known.find((one) => one.source)?.source;
  return {
    text: known.map(({ value }) => value).join('. '),
    source: source?.url
      ? { url: source.url, day: source.pageDate ?? source.checkedOn ?? null }
      : null,
  };
};
