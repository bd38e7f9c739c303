import { hrefTo } from '#client/href-to.ts';

/** How somebody adds the guide, on the page and in its twin. */
export const ADDING = {
  title: 'Add the guide to your assistant',
  text: 'One address, no account and no key.',
  steps: [
    'Open the settings of your assistant and look for connectors, or for MCP servers. MCP is the Model Context Protocol, by which assistants ask other programs.',
    'Add a remote server and paste the address. Where a name is asked for, use ours.',
    'Ask, for instance: “Which vendors document partnership accounting, and where?”',
  ],
};

/** Names with what stands behind each, in Markdown of links and code alone. */
export type Rows = readonly (readonly [name: string, text: string])[];

export const TOOLS: Rows = [
  ['search', 'Finds vendors, features, terms, guides and news by words.'],
  [
    'match_needs',
    `Puts all vendors in the order of [your needs](${hrefTo('/needs')}), with the evidence for each.`,
  ],
  ['get_vendor', 'Tells every fact of a vendor’s profile, each with its sources.'],
  ['compare_vendors', 'Sets two to four vendors side by side, row by row.'],
  ['get_evidence', 'Tells what public pages say of one vendor and one feature, or of all.'],
  ['list_changes', `Tells [what changed](${hrefTo('/changes')}) about vendors, the newest first.`],
  ['get_definition', 'Explains a term in the words of the glossary.'],
];

export const OTHER_WAYS: Rows = [
  ['Pages as Markdown', 'Add `.md` to the address of a page: `/vendors/addepar.md`.'],
  ['Index for language models', '[llms.txt](/llms.txt) names what there is and where it stands.'],
  [
    'Open data',
    `Vendors, features and coverage as CSV and JSON, with their license, at [Open Data](${hrefTo('/data')}).`,
  ],
  [
    'API',
    'Every list and item as JSON, described at [/api/docs](/api/docs) and in [OpenAPI](/api/openapi.json).',
  ],
];
