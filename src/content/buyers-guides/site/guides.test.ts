import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { COMING_SOON, cutFeature } from './guide-texts.ts';

describe("the buyer's guides", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P11.01 P11.03 P11.06 says so when there is none, and names who is next', async () => {
    const page = await site.get('/buyers-guides');
    expect(page.text('h1')).toBeTruthy();
    expect(page.body).toContain(
      "Buyer's guides are currently being prepared. Please check back soon.",
    );
    for (const name of COMING_SOON) expect(page.body).toContain(name);
  });

  it('P11.05 cuts a feature at 30 characters', () => {
    expect(cutFeature('x'.repeat(30))).toBe('x'.repeat(30));
    expect(cutFeature('x'.repeat(31))).toBe(`${'x'.repeat(30)}...`);
  });

  it('P11.04 P11.05 P11.08 P11.09 P11.10 P11.11 P11.12 P11.13 P11.14 shows card and guide', async () => {
    await site.asEditor('POST', '/api/use-cases', { title: 'Closing', slug: 'closing' });
    const created = await site.asEditor('POST', '/api/buyers-guides', {
      title: 'For the CFO',
      slug: 'cfo',
      description: 'What a CFO asks.',
      buyerType: 'Operations / CFO',
      targetRole: 'CFO',
      targetAssets: '$500M+',
      recommendedUseCases: ['closing', 'gone', 'other'],
      priorityFeatures: Array.from({ length: 5 }, (_, i) => `${i}${'y'.repeat(39)}`),
      sections: [
        { heading: 'One', content: 'A paragraph.' },
        { heading: 'Two', content: ['First bullet', 'Second bullet'] },
        {
          heading: 'Three',
          content: { 'Watch For': ['Danger'], 'Must-Haves': ['Ledger'], Notes: 'Plain.' },
        },
      ],
    });
    expect(created.status).toBe(201);
    const list = await site.get('/buyers-guides');
    const card = list.text(`[aria-label="Buyer's guides"] > li`) ?? '';
    for (const part of [
      'Operations / CFO',
      'For the CFO',
      'What a CFO asks.',
      'CFO',
      '$500M+',
      '3 use cases covered',
      `0${'y'.repeat(29)}...`,
      '+3 more',
      'Read Complete Guide',
    ])
      expect(card).toContain(part);
    const page = await site.get('/buyers-guides/cfo');
    for (const part of [
      'A paragraph.',
      'First bullet',
      'Watch For',
      'Must-Haves',
      'Plain.',
      'Multi-Family Office',
      'CIO / Investment Team',
      'Tech-Forward FO',
      'gone',
    ])
      expect(page.body).toContain(part);
    const subs = [...page.document.querySelectorAll('main section h3')].map((h) => h.textContent);
    expect(
      subs.filter((name) => ['Watch For', 'Must-Haves', 'Notes'].includes(name ?? '')),
    ).toEqual(['Watch For', 'Must-Haves', 'Notes']);
    expect(page.document.querySelectorAll('[data-marker=watch]')).toHaveLength(1);
    expect(page.document.querySelectorAll('[data-marker=feature]')).toHaveLength(1);
    for (const href of [
      '/vendors',
      '/compare',
      '/use-cases',
      '/features',
      '/buyers-guides',
      '/use-cases/closing',
    ])
      expect(page.hrefs('main a')).toContain(href);
    expect(page.hrefs('main a')).not.toContain('/use-cases/gone');
  });

  it('P11.07 answers an unknown one with 404', async () => {
    const page = await site.get('/buyers-guides/zzz');
    expect(page.status).toBe(404);
    for (const part of ['Guide Not Found', "The buyer's guide you're looking for doesn't exist."])
      expect(page.body).toContain(part);
    expect(page.hrefs('main a')).toContain('/buyers-guides');
  });
});
