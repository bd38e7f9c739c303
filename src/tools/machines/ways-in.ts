import { hrefTo } from '#client/href-to.ts';

/** How somebody adds the guide. */
export const ADDING = {
  title: 'Add the guide to your assistant',
  text: 'One address, no account and no key.',
  steps: [
    'Open the settings of your assistant and look for connectors, or for MCP servers. MCP is the Model Context Protocol, by which assistants ask other programs.',
    'Add a remote server and paste the address. Where a name is asked for, use ours.',
    'Ask, for instance: “Which vendors document partnership accounting, and where?”',
  ],
};

/** Names with what each of them is, in Markdown of links and code alone. */
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
  ['get_definition', 'Explains a term in the words of the glossary.'],
];

/** How a program of the desk writes evidence. */
export const RESEARCH = {
  title: 'Research by program',
  text: 'For programs of the people who keep this guide: they read pages and write evidence by the API.',
  rows: [
    [
      'Token',
      'An owner makes one in the panel, under Tokens, with the role of a publisher. Send it as `Authorization: Bearer …`.',
    ],
    [
      'Gaps',
      '`GET /api/vendors/{id}/coverage` has a row for every feature; a cell that is null is not confirmed.',
    ],
    ['Meaning', '`GET /api/features/{slug}` defines a feature. Evidence shows what it defines.'],
    ['Pages', 'Read public pages only, the vendor’s own documentation first, and obey robots.txt.'],
    [
      'Evidence',
      '`POST /api/coverage` with `vendorId`, `featureId`, `level`, `finding` in your own words, `url`, `publisher`, `pageDate`, `checkedOn`, `checkedBy` and `readIn`.',
    ],
    [
      'Quote',
      'Optional: 25 to 300 characters of the page in `quote`. They are looked up on the page before anything is saved, and refused with the reason where they are not found.',
    ],
    [
      'Changes',
      '`PUT /api/coverage/{id}` with the version that you read as `If-Match`: `"v3"`. 412 means that somebody else changed it first.',
    ],
    [
      'Silence',
      'A page that says nothing is no evidence: write nothing. `absent` needs the vendor’s own words.',
    ],
    [
      'Retries',
      'Send an `Idempotency-Key` with each `POST`, so that a retry stores nothing twice; a token may make 600 calls a minute.',
    ],
  ] satisfies Rows,
};

export const OTHER_WAYS: Rows = [
  ['Pages as Markdown', 'Add `.md` to the address of a page: `/vendors/addepar.md`.'],
  ['Index for language models', '[llms.txt](/llms.txt) names what there is and where it is.'],
  [
    'Open data',
    `Vendors, features and coverage as CSV and JSON, with their license, at [Open Data](${hrefTo('/data')}).`,
  ],
  [
    'API',
    'Every list and item as JSON, described at [/api/docs](/api/docs) and in [OpenAPI](/api/openapi.json).',
  ],
];
