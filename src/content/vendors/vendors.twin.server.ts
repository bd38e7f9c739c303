import { hrefTo } from '#client/href-to.ts';
import {
  coverageBlocks,
  EVIDENCE_HEAD,
  evidenceCells,
  SOURCE_HEAD,
  sourceCells,
} from '#content/shared/coverage/evidence-blocks.server.ts';
import { NOT_CONFIRMED, sayStated } from '#content/shared/coverage/evidence-words.ts';
import { links } from '#content/shared/item-twin.server.ts';
import { factText, PROFILE_FACTS, sourcesOf } from '#content/shared/profile-facts.ts';
import type { Twins } from '#content/shared/twin.ts';
import {
  type Block,
  bullets,
  itemLink,
  link,
  paragraph,
  prose,
  section,
  table,
  type Words,
} from '#content/shared/twin-blocks.server.ts';
import { labelOf } from '#kit/fields.ts';
import { asWords } from '#platform/words.ts';
import { withoutPlaceholder } from '#site/placeholders.ts';
import { FOLDER } from './site.ts';
import { type Vendor, vendors } from './vendors.collection.ts';

const TEXTS = ['featuresOverview', 'useCasesOverview', 'integrationsOverview'] as const;

/** A line for each fact and source: the fact, and below it what further sources say of it. */
const factRows = ({ sources, ...vendor }: Vendor): Words[][] => {
  const rowsOf = (field: string, label: string, value?: string): Words[][] => {
    const cited = sourcesOf({ sources }, field);
    if (cited.length === 0) return value ? [[label, value, ...sourceCells(null)]] : [];
    return cited.map((source, at) => [
      label,
      (at === 0 && value) || (source.value ?? ''),
      ...sourceCells(source),
    ]);
  };
  const known: readonly string[] = PROFILE_FACTS;
  const further = new Set(sources.map(({ field }) => field).filter((one) => !known.includes(one)));
  return [
    ...PROFILE_FACTS.flatMap((key) =>
      rowsOf(key, labelOf(key, vendors.fields[key]), factText(vendor[key]) ?? NOT_CONFIRMED),
    ),
    ...[...further].flatMap((field) => rowsOf(field, asWords(field))),
  ];
};

const named = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ');

export const vendorTwins: Twins = {
  [`${FOLDER}/$slug`]: async ({ item, get }, { key }) => {
    const [vendor, coverage] = await Promise.all([
      item('vendors', key),
      get('/api/vendors/{id}/coverage', { id: key }),
    ]);
    const comparisons = await get('/api/vendors/{id}/comparisons', { id: vendor.id });
    const { website, lastVerifiedAt, reply } = vendor;
    const top: Block[] = [
      ...(website ? [paragraph(['Website: ', link(website, website)])] : []),
      ...(lastVerifiedAt ? [paragraph(`Last verified on ${lastVerifiedAt.slice(0, 10)}.`)] : []),
    ];
    return {
      title: vendor.name,
      summary: withoutPlaceholder(vendor.description),
      blocks: [
        ...top,
        ...section('Facts', table(['Fact', 'Value', ...SOURCE_HEAD], factRows(vendor))),
        ...section(
          'About',
          prose(withoutPlaceholder(vendor.about) ?? withoutPlaceholder(vendor.content)),
        ),
        ...coverageBlocks(
          coverage,
          ['Feature', ...EVIDENCE_HEAD, 'The vendor states'],
          ({ cells: [cell = null], stated }) => [...evidenceCells(cell), sayStated(stated?.[0])],
        ),
        ...(reply
          ? section('The vendor replies', [
              paragraph(`${reply.text} (${reply.domain}, ${reply.statedOn})`),
            ])
          : []),
        ...TEXTS.flatMap((name) =>
          section(labelOf(name, vendors.fields[name]), prose(withoutPlaceholder(vendor[name]))),
        ),
        ...section('Questions to get in writing', bullets(vendor.questions)),
        ...section('Related vendors', [
          ...links(FOLDER, vendor.relatedVendors),
          paragraph(
            link(
              `Alternatives to ${vendor.name}`,
              hrefTo('/vendors/$slug/alternatives', { slug: vendor.slug }),
            ),
          ),
        ]),
        ...section('Comparisons', links('/comparisons', comparisons)),
        paragraph(
          link(
            `What changed about ${vendor.name}`,
            hrefTo('/changes', {}, { vendor: vendor.slug }),
          ),
        ),
      ],
    };
  },

  [`${FOLDER}/$slug/alternatives`]: async ({ get }, { key }) => {
    const { vendor, documented, asOf, alternatives, excluded } = await get(
      '/api/vendors/{id}/alternatives',
      { id: key },
    );
    return {
      title: `Alternatives to ${vendor.name}`,
      summary: `At most ten other vendors, by the documented features that they share with ${vendor.name}, of which ${documented} are documented${asOf ? ` as of ${asOf.slice(0, 10)}` : ''}.`,
      blocks: [
        paragraph(itemLink(FOLDER, vendor)),
        ...table(
          ['Vendor', 'Shares', 'Lacks', 'Adds', 'Markets', 'Put first because'],
          alternatives.map((one) => [
            itemLink(FOLDER, one.vendor),
            named(one.shares),
            named(one.lacks),
            named(one.adds),
            one.markets.join(', '),
            one.reason ?? '',
          ]),
        ),
        ...section(
          'Left out by the editors',
          bullets(excluded.map((one) => `${one.vendor.name}: ${one.reason}`)),
        ),
      ],
    };
  },
};
