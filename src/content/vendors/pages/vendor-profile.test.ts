import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

type Page = Awaited<ReturnType<TestSite['get']>>;

const FULL = {
  name: 'Acme Ledger',
  slug: 'acme-ledger',
  description: 'Keeps books for families.',
  metaTitle: 'Acme in one line',
  metaDescription: 'What Acme does, in a sentence.',
  website: 'https://acme.example/',
  g2Url: 'https://g2.example/acme',
  capterraUrl: 'https://capterra.example/acme',
  founded: '1999',
  categories: ['Ledgers'],
  headquarters: 'Geneva',
  employeeCount: '120',
  customerCount: '40 families',
  minimumAssets: '$100M+',
  typicalClientSize: '$250M to $1B',
  pricing: 'On request',
  features: ['Ledger', 'Bills', 'Portal'],
  featuresOverview: 'Overview of features.',
  useCases: ['Closing the books', 'Paying bills'],
  useCasesOverview: 'Overview of use cases.',
  integrations: ['Bank A', 'Bank B'],
  integrationsOverview: 'Overview of integrations.',
  supportOptions: ['Help center'],
  sources: ['features', 'useCases', 'integrations', 'supportOptions'].map((field) => ({
    field,
    value: field === 'integrations' ? 'Bank A: in only, daily' : null,
    finding: `Read about ${field}.`,
    url: `https://acme.example/${field}`,
    publisher: 'vendor',
    checkedOn: '2026-11-15',
    checkedBy: 'Research desk',
  })),
};

/** The last section or panel under a heading of this name. */
const partOf = (page: Page, title: string) =>
  [...page.document.querySelectorAll('main section, aside > *')].findLast(
    (part) => part.querySelector('h2')?.textContent === title,
  );
const textsOf = (part: Element | undefined, selector: string) =>
  [...(part?.querySelectorAll(selector) ?? [])].map((one) => one.textContent);
const factsOf = (page: Page, title: string) =>
  [...(partOf(page, title)?.querySelectorAll('dt') ?? [])].map((dt) => [
    dt.textContent,
    // A fact stands in the summary of what opens below it.
    (dt.nextElementSibling?.querySelector('summary') ?? dt.nextElementSibling)?.textContent,
  ]);

describe('the profile of a vendor', () => {
  let site: TestSite;
  let page: Page;
  const add = async (vendor: object) =>
    (await site.asEditor('POST', '/api/vendors', vendor)).body as { id: number };
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    await add(FULL);
    page = await site.get('/vendors/acme-ledger');
  });
  afterAll(() => site.close());

  it('P10.03 takes its title from metaTitle, else from the name and what it is about', async () => {
    expect(page.document.title).toBe('Acme in one line');
    await add({ name: 'Plain Books', slug: 'plain-books' });
    expect((await site.get('/vendors/plain-books')).document.title).toBe(
      'Plain Books - Family Office Software features, pricing and reviews',
    );
  });

  it('P10.05 takes its description from metaDescription, and stands below Vendors', () => {
    const description = page.document.querySelector('meta[name=description]');
    expect(description?.getAttribute('content')).toBe('What Acme does, in a sentence.');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('VendorsAcme Ledger');
    const [vendors] = [...page.document.querySelectorAll('nav[aria-label=Breadcrumb] a')];
    expect([vendors?.textContent, vendors?.getAttribute('href')]).toEqual(['Vendors', '/vendors']);
  });

  it('P10.09 shows name, description and the features as badges in its header', () => {
    const header = page.document.querySelector('main header') ?? undefined;
    expect(textsOf(header, 'h1')).toEqual(['Acme Ledger']);
    expect(header?.textContent).toContain('Keeps books for families.');
    expect(textsOf(header, '[aria-label=Features] li')).toEqual(['Ledger', 'Bills', 'Portal']);
  });

  it('P10.10 P9.07 has each outside button only with its address, and reviews in a new tab', async () => {
    const buttons = (root: ParentNode | null | undefined) =>
      [...(root?.querySelectorAll('a.external') ?? [])].map((a) => [
        a.firstChild?.textContent,
        a.getAttribute('href'),
        a.getAttribute('target'),
      ]);
    const website = ['Visit Website', 'https://acme.example/', '_blank'];
    const g2 = ['G2 reviews', 'https://g2.example/acme', '_blank'];
    const capterra = ['Capterra reviews', 'https://capterra.example/acme', '_blank'];
    expect(buttons(page.document.querySelector('main header'))).toEqual([website, g2, capterra]);

    await add({ name: 'One Review', slug: 'one-review', capterraUrl: FULL.capterraUrl });
    await add({ name: 'Other Review', slug: 'other-review', g2Url: FULL.g2Url });
    const headerOf = async (slug: string) =>
      (await site.get(`/vendors/${slug}`)).document.querySelector('main header');
    expect(buttons(await headerOf('one-review'))).toEqual([capterra]);
    expect(buttons(await headerOf('other-review'))).toEqual([g2]);
    expect(buttons(await headerOf('plain-books'))).toEqual([]);

    const list = await site.get('/vendors');
    const cards = [...list.document.querySelectorAll('[aria-label="Vendors"] > li')];
    const cardOf = (name: string) =>
      cards.find((li) => li.querySelector('h2')?.textContent === name);
    expect(buttons(cardOf('Acme Ledger'))).toEqual([g2, capterra]);
    expect(buttons(cardOf('One Review'))).toEqual([capterra]);
    expect(buttons(cardOf('Other Review'))).toEqual([g2]);
    expect(buttons(cardOf('Plain Books'))).toEqual([]);
  });

  it('ISSUE 16 lists the parts that it has, each leading to its heading, and no others', async () => {
    const contents = (from: Page) =>
      [...from.document.querySelectorAll('nav[aria-labelledby=contents] a')].map((a) => {
        const target = from.document.querySelector(`h2${a.getAttribute('href')}`);
        return [a.textContent, target?.textContent];
      });
    const all = ['Key Features', 'Use Cases', 'Integrations', 'Support', 'Comparisons'];
    expect(contents(page)).toEqual(all.map((title) => [title, title]));
    await add({ name: 'Bare Books', slug: 'bare-books', useCases: ['Paying bills'] });
    expect(contents(await site.get('/vendors/bare-books'))).toEqual([]);
  });

  it('P10.13 lists features, numbered use cases and integrations, each below its overview', () => {
    const features = partOf(page, 'Key Features');
    expect(textsOf(features, 'ul > li')).toEqual(['Ledger', 'Bills', 'Portal']);
    expect(textsOf(features, '.prose')).toEqual(['Overview of features.']);
    const useCases = partOf(page, 'Use Cases');
    expect(textsOf(useCases, 'ol > li')).toEqual(['1Closing the books', '2Paying bills']);
    expect(textsOf(useCases, '.prose')).toEqual(['Overview of use cases.']);
    const integrations = partOf(page, 'Integrations');
    expect(textsOf(integrations, '[aria-label=Integrations] li')).toEqual(['Bank A', 'Bank B']);
    expect(textsOf(integrations, '.prose')).toEqual(['Overview of integrations.']);
  });

  it('EVIDENCE opens what was read about each list, with the direction of an integration', () => {
    for (const [title, field] of [
      ['Key Features', 'features'],
      ['Use Cases', 'useCases'],
      ['Integrations', 'integrations'],
      ['Support', 'supportOptions'],
    ] as const) {
      const evidence = partOf(page, title)?.querySelector('details.evidence') ?? undefined;
      expect(textsOf(evidence, 'summary')).toEqual(['1 source']);
      expect(textsOf(evidence, 'p')).toEqual([
        ...(field === 'integrations' ? ['Bank A: in only, daily'] : []),
        `Read about ${field}.`,
        expect.stringContaining('acme.example'),
      ]);
      expect(evidence?.querySelector('a')?.getAttribute('href')).toBe(
        `https://acme.example/${field}`,
      );
    }
  });

  it('EVIDENCE says how each page was read: in a stored copy, or live on a day', async () => {
    const saidOf = (source: object) => ({ ...FULL.sources[0], ...source });
    const sources = [
      saidOf({ field: 'founded', value: 'From 1999' }),
      saidOf({ field: 'headquarters', readIn: 'live', checkedOn: '2026-11-16', pageDate: '2024' }),
    ];
    await add({ ...FULL, name: 'Read Books', slug: 'read-books', sources });
    const read = await site.get('/vendors/read-books');
    expect(textsOf(partOf(read, 'Company Information'), '.evidence-source')).toEqual([
      'First rank, published by the vendor: acme.example (opens in a new tab), read in a stored copy, page undated, checked Nov 15, 2026 by Research desk.',
      'First rank, published by the vendor: acme.example (opens in a new tab), page of 2024, read live on Nov 16, 2026 by Research desk.',
    ]);
  });

  it('EVIDENCE shows a category without evidence on a core feature as our reading', async () => {
    const categories = ['Accounting', 'Reporting'];
    const markets = ['Single Family Offices'];
    const vendor = { name: 'Filed Books', slug: 'filed-books', categories, markets };
    const { id: vendorId } = await add(vendor);
    const addFeature = async (slug: string, importance: string) => {
      const feature = { name: slug, slug, category: 'Accounting & General Ledger', importance };
      return (await site.asEditor('POST', '/api/features', feature)).body.id;
    };
    const evidence = {
      vendorId,
      finding: 'Its manual says so.',
      url: 'https://filed.example/',
      publisher: 'vendor',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    };
    const show = async () =>
      factsOf(await site.get('/vendors/filed-books'), 'Categories and markets');
    const ours = 'our reading, no page speaks of its core features';
    const featureId = await addFeature('minor', 'Medium');
    await site.asEditor('POST', '/api/coverage', { ...evidence, featureId, level: 'documented' });
    expect(await show()).toEqual([
      ['Accounting', ours],
      ['Reporting', ours],
      ['Markets', 'Single Family Offices'],
    ]);
    for (const [slug, level] of [
      ['ledger', 'documented'],
      ['close', 'partial'],
    ] as const) {
      const core = await addFeature(slug, 'High');
      await site.asEditor('POST', '/api/coverage', { ...evidence, featureId: core, level });
    }
    expect(await show()).toEqual([
      ['Accounting', 'core features: 1 documented, 1 partly'],
      ['Reporting', ours],
      ['Markets', 'Single Family Offices'],
    ]);
    await add({ name: 'Unfiled Books', slug: 'unfiled-books' });
    const unfiled = await site.get('/vendors/unfiled-books');
    expect(factsOf(unfiled, 'Categories and markets')).toEqual([
      ['Markets', 'Not stated on the pages we read'],
    ]);
    expect(partOf(unfiled, 'Categories and markets')?.textContent).toContain(
      'None of our categories fits what its pages document.',
    );
  });

  it('P10.17 tells the company in the right column', () => {
    expect(factsOf(page, 'Company Information')).toEqual([
      ['Founded', '1999'],
      ['Headquarters', 'Geneva'],
      ['Employees', '120'],
      ['Customers', '40 families'],
    ]);
    expect(partOf(page, 'Company Information')?.closest('aside')).not.toBeNull();
  });

  it('P10.18 tells the requirements in the right column', () => {
    expect(factsOf(page, 'Requirements')).toEqual([
      ['Minimum assets', '$100M+'],
      ['Typical client size', '$250M to $1B'],
      ['Pricing', 'On request'],
    ]);
    expect(partOf(page, 'Requirements')?.closest('aside')).not.toBeNull();
  });

  it('folds what was not found into one sentence', async () => {
    await add({ name: 'Quiet Books', slug: 'quiet-books', founded: '2001', ownership: 'Private' });
    const quiet = await site.get('/vendors/quiet-books');
    expect(factsOf(quiet, 'Company Information')).toEqual([['Founded', '2001']]);
    expect(partOf(quiet, 'Company Information')?.textContent).toContain(
      'Not found on the pages we read: headquarters, employees, customers.',
    );
    const decisive = quiet.document.querySelector('[aria-label="Decisive facts"]')?.textContent;
    expect(decisive).toContain('OwnerPrivate');
    expect(decisive).toContain(
      'Not found on the pages we read: price meter, attestations, hosting, data location.',
    );
    await add({ name: 'Silent Books', slug: 'silent-books', headquarters: 'Bern' });
    const silent = await site.get('/vendors/silent-books');
    expect(partOf(silent, 'Company Information')?.textContent).toContain(
      'Not found on the pages we read: founding year, employees, customers.',
    );
  });

  it('P10.21 lists at most three other published vendors, with logo or placeholder icon', async () => {
    await add({
      name: 'With Logo',
      slug: 'with-logo',
      description: 'A long description. '.repeat(20),
      logo: '/images/logo.svg',
      categories: FULL.categories,
    });
    await add({ name: 'Unseen', slug: 'unseen', isPublished: false, categories: FULL.categories });
    const now = await site.get('/vendors/acme-ledger');
    const entries = [...(partOf(now, 'Related Vendors')?.querySelectorAll('li') ?? [])];
    expect(entries).toHaveLength(3);
    const hrefs = entries.map((li) => li.querySelector('h3 a')?.getAttribute('href'));
    expect(hrefs).toContain('/vendors/with-logo');
    expect(hrefs).not.toContain('/vendors/acme-ledger');
    expect(hrefs).not.toContain('/vendors/unseen');
    for (const entry of entries) {
      const isNamed = entry.querySelector('a')?.getAttribute('href') === '/vendors/with-logo';
      expect(entry.querySelectorAll('img')).toHaveLength(isNamed ? 1 : 0);
      expect(entry.querySelectorAll('[data-logo-fallback=icon] svg')).toHaveLength(isNamed ? 0 : 1);
      const button = entry.querySelector('button[aria-pressed=false]')?.textContent;
      expect(button).toBe(`Add to shortlist ${entry.querySelector('h3')?.textContent}`);
    }
  });

  it('P10.24 lists the comparisons of the vendor by both names, with their description', async () => {
    const { body: list } = await site.asEditor('GET', '/api/vendors');
    const id = (slug: string) => list.find((row: { slug: string }) => row.slug === slug).id;
    await site.asEditor('POST', '/api/comparisons', {
      title: 'A or B',
      slug: 'acme-ledger-vs-plain-books',
      vendorAId: id('acme-ledger'),
      vendorBId: id('plain-books'),
      description: 'Which one for whom.',
    });
    const { body: told } = await site.call('GET', `/api/vendors/${id('acme-ledger')}/comparisons`);
    expect(told).toHaveLength(1);
    const entries = [
      ...(partOf(await site.get('/vendors/acme-ledger'), 'Comparisons')?.querySelectorAll('li') ??
        []),
    ];
    const shown = entries.map((li) => [
      li.querySelector('a')?.textContent,
      li.querySelector('a')?.getAttribute('href'),
      li.querySelector('p')?.textContent,
    ]);
    expect(shown).toEqual([
      ['Acme Ledger vs Plain Books', '/compare/acme-ledger-vs-plain-books', 'Which one for whom.'],
    ]);
  });
});
