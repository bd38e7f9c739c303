import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { COMING_SOON, cutFeature } from './guide-list.page.tsx';

describe("the buyer's guides", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P11.01 P11.03 P11.06 says so when there is none, and names who is next', async () => {
    const page = await site.get('/buyers-guides');
    expect(page.text('h1')).toBe("Family Office Software Buyer's Guides");
    expect(page.text('main header')).toContain(
      'The same software reads differently from each chair. Start with the guide written for yours.',
    );
    expect(page.body).toContain(
      "Buyer's guides are currently being prepared. Please check back soon.",
    );
    const soon = [...page.document.querySelectorAll('main section')].find(
      (section) => section.querySelector('h2')?.textContent === 'Coming Soon',
    );
    expect([...(soon?.querySelectorAll('li') ?? [])].map((li) => li.textContent)).toEqual([
      'Multi-Family Office (MFO)',
      'RIA / Wealth Manager',
      'Principal/Wealth Owner',
      'CIO / Investment Team',
      'Operations / CFO',
      'New/Setting Up FO',
      'Tech-Forward FO',
      'Global Family Office',
    ]);
  });

  it('P11.05 cuts a feature at 30 characters', () => {
    expect(cutFeature('x'.repeat(30))).toBe('x'.repeat(30));
    expect(cutFeature('x'.repeat(31))).toBe(`${'x'.repeat(30)}...`);
    expect(cutFeature('Identity and payment controls for all')).toBe(
      'Identity and payment controls...',
    );
  });

  it('P11.04 P11.05 P11.11 P11.12 P11.13 shows card and guide', async () => {
    await site.asEditor('POST', '/api/use-cases', { title: 'Closing', slug: 'closing' });
    const created = await site.asEditor('POST', '/api/buyers-guides', {
      title: 'For the CFO',
      slug: 'cfo',
      description: 'What a CFO asks.',
      buyerType: 'Operations / CFO',
      targetRole: 'Chief financial officer',
      targetAssets: '$500M+',
      recommendedUseCases: ['closing', 'gone', 'other'],
      priorityFeatures: Array.from({ length: 5 }, (_, i) => `${i}${'y'.repeat(39)}`),
      sections: [
        { heading: 'One', content: 'A paragraph.' },
        { heading: 'Two', content: ['First bullet', 'Second bullet'] },
        {
          heading: 'Three',
          content: {
            'Watch For': ['Danger', 'Lock-in'],
            'Must-Haves': ['Ledger', 'Audit trail', 'Export'],
            Notes: 'Plain.',
          },
        },
      ],
    });
    expect(created.status).toBe(201);
    const list = await site.get('/buyers-guides');
    const card = list.document.querySelector(`[aria-label="Buyer's guides"] > li`);
    for (const part of ['What a CFO asks.', '$500M+', '3 use cases covered'])
      expect(card?.textContent).toContain(part);
    const lines = [...(card?.querySelectorAll('p') ?? [])].map((line) => line.textContent);
    expect(lines.slice(0, 2)).toEqual(['Operations / CFO', 'Chief financial officer']);
    expect(card?.querySelector('h2')?.textContent).toBe('For the CFO');
    expect([...(card?.querySelectorAll('ul li') ?? [])].map((li) => li.textContent)).toEqual([
      `0${'y'.repeat(29)}...`,
      `1${'y'.repeat(29)}...`,
      '+3 more',
    ]);
    const read = [...(card?.querySelectorAll('a') ?? [])].find((a) =>
      a.textContent?.startsWith('Read Complete Guide'),
    );
    expect(read?.getAttribute('href')).toBe('/buyers-guides/cfo');
    const page = await site.get('/buyers-guides/cfo');
    const panel = (heading: string) =>
      [...page.document.querySelectorAll('aside section, aside > div')].find(
        (part) => part.querySelector('h2')?.textContent === heading,
      );
    const itemsOf = (heading: string) =>
      [...(panel(heading)?.querySelectorAll('li') ?? [])].map((li) => [
        li.textContent,
        li.querySelector('a')?.getAttribute('href') ?? null,
      ]);
    expect(itemsOf('Quick Actions').map(([, href]) => href)).toEqual([
      '/vendors',
      '/compare',
      '/use-cases',
    ]);
    expect(itemsOf('Relevant Use Cases')).toEqual([
      ['Closing', '/use-cases/closing'],
      ['gone', null],
      ['other', null],
    ]);
    expect(itemsOf('Priority Features')).toEqual([
      ...Array.from({ length: 5 }, (_, i) => [`${i}${'y'.repeat(39)}`, null]),
      ['All features', '/features'],
    ]);
  });

  it('P11.08 P19.09 heads the guide with breadcrumb, way back, title, description, role, assets and buyer type', async () => {
    const page = await site.get('/buyers-guides/cfo');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe("Buyer's GuidesFor the CFO");
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/buyers-guides']);
    const back = [...page.document.querySelectorAll('main p a[href="/buyers-guides"]')];
    expect(back.map((a) => a.textContent)).toEqual(["Back to Buyer's Guides"]);
    expect(page.text('h1')).toBe('For the CFO');
    expect(page.text('title')).toBe('For the CFO - Family Office Software');
    const header = page.text('main header') ?? '';
    for (const part of [
      'Operations / CFO',
      'What a CFO asks.',
      'For Chief financial officer',
      '$500M+',
    ])
      expect(header).toContain(part);
  });

  it('P11.09 shows a string as a paragraph, an array as bullets, an object as sub-headings', async () => {
    const page = await site.get('/buyers-guides/cfo');
    const sections = [...page.document.querySelectorAll('main section')];
    const named = (heading: string) =>
      sections.find((section) => section.querySelector('h2')?.textContent === heading);
    expect(named('One')?.querySelector('p')?.textContent).toBe('A paragraph.');
    expect(named('One')?.querySelector('ul')).toBeNull();
    expect(
      [...(named('Two')?.querySelectorAll('ul > li') ?? [])].map((li) => li.textContent),
    ).toEqual(['First bullet', 'Second bullet']);
    const parts = [...(named('Three')?.querySelectorAll('h3') ?? [])].map((h3) => [
      h3.textContent,
      h3.nextElementSibling?.tagName,
    ]);
    expect(parts).toEqual([
      ['Watch For', 'UL'],
      ['Must-Haves', 'UL'],
      ['Notes', 'P'],
    ]);
  });

  it('P11.10 marks each item of Watch For and of Must-Haves with a bullet of its own', async () => {
    const page = await site.get('/buyers-guides/cfo');
    const markersOf = (heading: string) => {
      const headings = [...page.document.querySelectorAll('main section h3')];
      const list = headings.find((h3) => h3.textContent === heading)?.nextElementSibling;
      return [...(list?.querySelectorAll('li') ?? [])].map((li) => li.firstElementChild);
    };
    const kindOf = (marker: Element | null) => marker?.getAttribute('data-marker');
    expect(markersOf('Watch For').map(kindOf)).toEqual(['watch', 'watch']);
    expect(markersOf('Must-Haves').map(kindOf)).toEqual(['feature', 'feature', 'feature']);
    expect(page.document.querySelectorAll('[data-marker=plain]')).toHaveLength(2);
  });

  it('P11.14 P11.15 names four other guides, and links to those that are published', async () => {
    const others = async (path = '/buyers-guides/cfo') => {
      const page = await site.get(path);
      const panel = [...page.document.querySelectorAll('aside section, aside > div')].find(
        (part) => part.querySelector('h2')?.textContent === 'Other Guides',
      );
      return [...(panel?.querySelectorAll('li') ?? [])].map((li) => [
        li.textContent,
        li.querySelector('a')?.getAttribute('href') ?? null,
      ]);
    };
    const NAMES = [
      'Multi-Family Office',
      'CIO / Investment Team',
      'Operations / CFO',
      'Tech-Forward FO',
    ];
    const all = ["All buyer's guides", '/buyers-guides'];
    expect(await others()).toEqual([...NAMES.map((name) => [name, null]), all]);

    const { body: guide } = await site.asEditor('POST', '/api/buyers-guides', {
      title: 'For several families',
      slug: 'multi-family-office',
    });
    const path = '/buyers-guides/multi-family-office';
    expect((await others())[0]).toEqual(['Multi-Family Office', path]);
    expect(await others(path)).toEqual([...NAMES.slice(1).map((name) => [name, null]), all]);

    await site.asEditor('PUT', `/api/buyers-guides/${guide.id}`, { isPublished: false });
    expect((await others())[0]).toEqual(['Multi-Family Office', null]);
  });

  it('P11.14 puts guides that share features or the category before the fixed names', async () => {
    const add = (slug: string, features: string[], category: string) =>
      site.asEditor('POST', '/api/buyers-guides', { title: slug, slug, features, category });
    await site.asEditor('POST', '/api/features', { name: 'Ledger', slug: 'ledger' });
    await add('near', ['ledger'], 'Role');
    await add('nearer', ['ledger'], 'Stage');
    const { body } = await site.call('GET', '/api/buyers-guides/near');
    expect(body.otherGuides.map((guide: { title: string }) => guide.title)).toEqual([
      'nearer',
      'Multi-Family Office',
      'CIO / Investment Team',
      'Operations / CFO',
    ]);
    const page = await site.get('/buyers-guides/near');
    expect(page.hrefs('aside a')).toContain('/features/ledger');
    expect(page.hrefs('aside a')).not.toContain('/buyers-guides/near');
  });

  it('P11.12 names a priority feature once: as a link where it has a page, else in words', async () => {
    await site.asEditor('POST', '/api/features', { name: 'Bill Payment', slug: 'bill-payment' });
    await site.asEditor('POST', '/api/buyers-guides', {
      title: 'Once',
      slug: 'once',
      features: ['bill-payment'],
      priorityFeatures: ['Words of our own', 'Bill payment'],
    });
    const { document } = await site.get('/buyers-guides/once');
    const panel = [...document.querySelectorAll('aside section, aside > div')].find(
      (part) => part.querySelector('h2')?.textContent === 'Priority Features',
    );
    const items = [...(panel?.querySelectorAll('li') ?? [])].map((li) => [
      li.textContent,
      li.querySelector('a')?.getAttribute('href') ?? null,
    ]);
    expect(items).toEqual([
      ['Bill Payment', '/features/bill-payment'],
      ['Words of our own', null],
      ['Start from these needs', '/needs?f=bill-payment'],
      ['All features', '/features'],
    ]);
  });

  it('P11.06 says whom the guides are for once every one of them is published', async () => {
    const sections = async () => {
      const { document } = await site.get('/buyers-guides');
      const all = [...document.querySelectorAll('main section')];
      const last = all.find((section) => section.querySelectorAll('li').length === 8);
      return [last?.querySelector('h2')?.textContent, last?.textContent?.includes('Published')];
    };
    expect(await sections()).toEqual(['Coming Soon', true]);
    for (const [index, buyerType] of COMING_SOON.entries()) {
      const guide = { title: buyerType, slug: `for-${index}`, buyerType };
      expect((await site.asEditor('POST', '/api/buyers-guides', guide)).status).toBe(201);
    }
    expect(await sections()).toEqual(['Who the guides are for', false]);
  });

  it('P18.09 explains a term of the glossary where a guide first mentions it', async () => {
    await site.asEditor('POST', '/api/glossary', {
      term: 'Audit trail',
      slug: 'audit-trail',
      definition: 'Who did what, and when.',
      autoLink: true,
    });
    await site.asEditor('POST', '/api/buyers-guides', {
      title: 'Terms',
      slug: 'terms',
      sections: [
        { heading: 'One', content: ['Ask for the audit trail.', 'The audit trail again.'] },
        { heading: 'Two', content: 'The owner\'s audit trail is "whole".' },
      ],
    });
    const page = await site.get('/buyers-guides/terms');
    expect(page.hrefs('main a.glossary-link')).toEqual(['/glossary/audit-trail']);
    expect(page.document.querySelector('a.glossary-link')?.getAttribute('data-preview')).toBe(
      'Who did what, and when.',
    );
    expect(page.body).toContain('The owner’s audit trail is “whole”.');
  });

  it('P11.07 answers an unknown one with 404', async () => {
    const page = await site.get('/buyers-guides/zzz');
    expect(page.status).toBe(404);
    expect(page.text('h1')).toBe('Guide Not Found');
    expect(page.body).toContain("The buyer's guide you're looking for doesn't exist.");
    expect(page.hrefs('main a')).toEqual(['/buyers-guides']);
  });
});
