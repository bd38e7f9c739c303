import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { of } from '#testing/starter.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

interface Link {
  label: string;
  path: string;
}

interface Shown {
  title: string;
  path: string;
  text: string;
  facts: { text: string; source: { url: string; day: string | null } | null }[];
  lists: { label: string; links: Link[] }[];
  links: Link[];
}

const search = async (q: string): Promise<{ answers: Shown[]; best: Shown[] }> =>
  (await app.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).body;

const titlesFor = async (q: string) => (await search(q)).answers.map(({ title }) => title);

const vendors = of('vendors').map(({ name, slug }) => [String(name), String(slug)] as const);

it('the bare name of a vendor asks for nothing of it, and finds it first', async () => {
  expect(vendors.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const [name, slug] of vendors) {
    const { answers, best } = await search(name);
    const [first] = [...answers, ...best];
    if (first?.path !== `/vendors/${slug}` || answers.length > 0)
      wrong.push(`${name}: ${first?.title} ${first?.path}`);
  }
  expect(wrong).toEqual([]);
});

it.for([
  ['canoe', 'canoe-intelligence'],
  ['arch', 'arch'],
  ['eton', 'eton-solutions'],
  ['black diamond', 'ssc-black-diamond'],
  ['mastro', 'masttro'],
] as const)('so does %s, which is short for it or misspelt', async ([name, slug]) => {
  const { answers, best } = await search(name);
  expect([answers, best[0]?.path]).toEqual([[], `/vendors/${slug}`]);
});

it.for([
  ['masttro bill payment', ['Masttro: Bill Payment']],
  ['does masttro have attribution of performance', ['Masttro: Performance Attribution']],
  ['mastro general ledger', ['Masttro: General Ledger']],
  ['masttro security master', ['Masttro: Security Master']],
  ['addepar capital calls', ['Addepar: Capital Call Management']],
  ['masttro security', []],
  ['masttro master', []],
  ['masttro genral ledger', []],
] as const)(
  '%s is told of a feature that is called by its whole name, or by words that no other has',
  async ([q, told]) => {
    expect(await titlesFor(q)).toEqual(told);
  },
);

const factsFor = async (q: string) => {
  const [first] = (await search(q)).answers;
  const facts = first?.facts.map(({ text, source }) => [text, source?.url, source?.day]);
  return [first?.title, first?.text, ...(facts ?? [])];
};

const ADDEPAR_INDEX =
  'https://raw.githubusercontent.com/api-evangelist/addepar/refs/heads/main/security/addepar-trust-center.yml';
const KUBERA_PRICE = [
  [
    'Paid subscription with a limited free trial; no amount on the vendor pages we read',
    'https://www.kubera.com/legal',
    '2023-08-02',
  ],
  [
    'By plan; a client library names Essential and Black',
    'https://github.com/the-mace/kubera-python-api',
    '2026-11-15',
  ],
];

it.for([
  ['kubera price', 'Kubera: Price', '', ...KUBERA_PRICE],
  ['how much does kubera cost', 'Kubera: Price', '', ...KUBERA_PRICE],
  [
    'addepar soc 2',
    'Addepar: SOC 2',
    '',
    ['SOC 2 Type II, for Analytics & Reporting and Navigator', ADDEPAR_INDEX, '2026-07-17'],
  ],
  [
    'where is altoo hosted',
    'Altoo: Hosting',
    '',
    [
      "Software as a service, operated by Altoo's own staff in Switzerland",
      'https://docs.altoo.io/en/About/Security-at-Altoo',
      '2026-11-15',
    ],
    [
      'Switzerland (vendor article of 2020)',
      'https://altoo.io/secure-key-stores-at-altoo/',
      '2020',
    ],
  ],
  [
    'who owns addepar',
    'Addepar: Owner',
    '',
    [
      'Private; 8VC and Craft Ventures are named among its investors',
      'https://raw.githubusercontent.com/api-evangelist/addepar/refs/heads/main/apis.yml',
      '2026-07-17',
    ],
  ],
  [
    'addepar rest api',
    'Addepar: API',
    '',
    [
      'REST, JSON:API format; key and secret, or OAuth',
      'https://developers.addepar.com/docs/basic-authentication',
      '2026-11-15',
    ],
  ],
  [
    'addepar sso',
    'Addepar: Single sign-on',
    '',
    [
      'Single sign-on and two-factor sign-in exist',
      'https://developers.addepar.com/docs/audit',
      '2026-11-15',
    ],
  ],
  ['masttro price', 'Masttro: Price', 'Not found on the pages we read.'],
] as const)('%s is answered with each fact, its own source and day', async ([q, ...told]) => {
  expect(await factsFor(q)).toEqual(told);
});

it('SSO and API are answered with the evidence where the profile has nothing', async () => {
  expect(await factsFor('salesforce sso')).toEqual([
    'Salesforce Financial Services Cloud (Agentforce Financial Services): Authentication and Single Sign-On',
    '',
    [
      'Documented. The object reference contains an object for SAML Single Sign-On settings.',
      'https://developer.salesforce.com/docs/platform/object-reference/references/standard-objects/object-samlssoconfig.html',
      '2026-11-15',
    ],
  ]);
});

it('an attestation that is asked for is named, and what others there are stands after it', async () => {
  expect(await factsFor('qplix soc 2')).toEqual([
    'QPLIX: SOC 2',
    'SOC 2: not found on the pages we read.',
    ['ISAE 3402 (type not stated)', expect.stringContaining('/qplix/'), '2026-07-20'],
  ]);
  const [title, text, ...facts] = await factsFor('addepar iso 27001');
  expect([title, text, facts.length]).toEqual([
    'Addepar: ISO 27001',
    'ISO 27001: not found on the pages we read.',
    2,
  ]);
  const eton = await search('eton iso 27701 and soc2');
  expect(eton.answers[0]?.title).toBe('Eton Solutions (AtlasFive): ISO 27701 and SOC 2');
  expect([eton.answers[0]?.text, eton.answers[0]?.facts.map(({ text }) => text)]).toEqual([
    '',
    [
      'SOC 1 Type II and SOC 2 Type II (stated by the vendor, no report published)',
      'ISO/IEC 27001 and 27701 (stated by the vendor, no certificate published)',
    ],
  ]);
});

it('the whole name of a feature comes before a fact that one of its words could ask for', async () => {
  const wrong: string[] = [];
  for (const { name } of of('features')) {
    const [first] = await titlesFor(`masttro ${name}`);
    if (first !== `Masttro: ${name}`) wrong.push(`${name}: ${first}`);
  }
  expect(wrong).toEqual([]);
  expect(await titlesFor('eton family office cost allocation')).toEqual([
    'Eton Solutions (AtlasFive): Family Office Cost Allocation',
  ]);
});

it.for([
  ['do we need a crm', 'Needs'],
  ['csv import', 'Open data'],
] as const)('%s does not ask for the tool %s', async ([q, tool]) => {
  expect(await titlesFor(q)).not.toContain(tool);
});

it.for([
  ['my scorecard', 'Scorecard'],
  ['needs', 'Needs'],
  ['download csv', 'Open data'],
] as const)('%s asks for the tool %s', async ([q, tool]) => {
  expect(await titlesFor(q)).toEqual([tool]);
});

it('a feature names who has it, in part or not at all, and says of how many more', async () => {
  const readEvidence = async () =>
    (await app.call('GET', '/api/features/access-permissions/coverage')).body;
  const known = of('coverage')
    .filter(({ featureId }) => featureId === 'access-permissions')
    .map(({ vendorId }) => String(vendorId));
  const silent = vendors.find(([, slug]) => !known.includes(slug));
  const idOf = async (path: string) => (await app.call('GET', path)).body.id;
  const made = await app.asEditor('POST', '/api/coverage', {
    vendorId: await idOf(`/api/vendors/${silent?.[1]}`),
    featureId: await idOf('/api/features/access-permissions'),
    level: 'absent',
    finding: 'Everybody sees everything.',
    url: 'https://example.org/roles',
    publisher: 'vendor',
    checkedOn: '2026-11-17',
    checkedBy: 'Research desk',
  });
  expect(made.status).toBe(201);
  const { totals, notConfirmed } = await readEvidence();
  const [answer] = (await search('access permissions')).answers;
  expect([totals.documented, totals.partial, totals.absent]).toEqual([26, 21, 1]);
  expect(answer?.text).toBe(
    `26 documented, 21 partly, 1 says it does not, ${notConfirmed} not confirmed`,
  );
  const filter = '/vendors?feature=access-permissions';
  expect(answer?.lists.map(({ label, links }) => [label, links.slice(12)])).toEqual([
    ['Documented by', [{ label: 'and 14 more', path: filter }]],
    ['Partly by', [{ label: 'and 9 more', path: `${filter}&partly=true` }]],
    ['Denied by', []],
  ]);
  expect(answer?.lists[2]?.links.map(({ label }) => label)).toEqual([silent?.[0]]);
  await app.asEditor('DELETE', `/api/coverage/${made.body.id}`);
});

it('suggestions have the answers, and where they lead', async () => {
  const { body } = await app.call('GET', '/api/search/suggestions?q=bill+payment');
  expect(body.answers).toEqual([
    {
      kind: 'Feature',
      title: 'Bill Payment',
      path: '/features/bill-payment',
      text: expect.stringMatching(
        /^\d+ documented, \d+ partly, (?:\d+ says it does not, )?\d+ not/,
      ),
      links: [
        { label: 'Start from this need', path: '/needs?f=bill-payment' },
        { label: 'All vendors that document it', path: '/vendors?feature=bill-payment' },
      ],
    },
  ]);
  const { body: fact } = await app.call('GET', '/api/search/suggestions?q=qplix+soc+2');
  expect(fact.answers[0].text).toBe(
    'SOC 2: not found on the pages we read. ISAE 3402 (type not stated)',
  );
});
