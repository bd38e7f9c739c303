import type { Body, ResponseOf } from '#client/api-calls.ts';

export type QueueEntry = ResponseOf<'get', '/api/upkeep'>['items'][number];

export const KINDS: readonly { value: QueueEntry['kind']; label: string }[] = [
  { value: 'lost-quote', label: 'Quote not found' },
  { value: 'stale-fact', label: 'Checked long ago' },
  { value: 'no-source', label: 'Without a source' },
  { value: 'dead-link', label: 'Dead link' },
  { value: 'dead-end', label: 'Leads nowhere' },
  { value: 'missing-logo', label: 'No logo' },
  { value: 'missing-price', label: 'No price' },
  { value: 'weak-seo', label: 'Weak search text' },
];

export const kindOf = ({ kind }: QueueEntry) => KINDS.find(({ value }) => value === kind);

type Fact = QueueEntry & Pick<Body<'post', '/api/upkeep/verified'>, 'collection'>;

/** Only a fact with a day of its own can be found true. */
export const canVerify = (entry: QueueEntry): entry is Fact => entry.kind === 'stale-fact';

export const verifiedBody = ({ collection, id, part, url }: Fact) => ({
  collection,
  id,
  ...(part === null ? {} : { part: Number(part) }),
  ...(url === null ? {} : { url }),
});
