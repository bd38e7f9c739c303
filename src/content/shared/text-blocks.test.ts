import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { toHtml } from './markdown.server.ts';
import { cardSlugsIn } from './text-blocks.server.ts';

const LEDGER = {
  name: 'Ledger',
  href: '/vendors/ledger',
  kind: 'Reporting',
  line: 'Keeps <b>books</b>.',
};

describe('a callout', () => {
  it('is a quote that begins with a marker, and is named', () => {
    expect(toHtml('> [!NOTE]\n> Read *this*\n> first')).toBe(
      '<div class="callout callout-note" role="note">\n<p class="callout-title"><strong>Note</strong></p>\n<p>Read <em>this</em><br>\nfirst</p>\n</div>',
    );
    expect(toHtml('> [!warning]\n>\n> - a')).toContain('callout-warning');
  });

  it('is none behind a backslash, with words beside the marker, or of an unknown kind', () => {
    for (const source of ['> \\[!NOTE]\n> a', '> [!NOTE] a', '> [!NOTE]**a**', '> [!OTHER]\n> a'])
      expect(toHtml(source)).toMatch(/^<blockquote>/);
  });
});

describe('a video by link', () => {
  it.each([
    [
      '[A tour](https://www.youtube.com/watch?v=aqz-KE-bpKQ)',
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    ],
    ['https://youtu.be/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['[A tour](https://vimeo.com/76979871)', 'https://player.vimeo.com/video/76979871'],
    [
      '[A tour](https://vimeo.com/76979871/a1b2c3d4e5#t=1m30s)',
      'https://player.vimeo.com/video/76979871?h=a1b2c3d4e5#t=90s',
    ],
  ])('%s is a figure with a link and no frame', (source, player) => {
    const html = toHtml(source);
    expect(html).toMatch(/^<figure class="video"><a href="https:/);
    expect(html).toContain(`data-player="${player}"`);
    expect(html).not.toMatch(/<iframe|<img|<script/);
  });

  it.each([
    'See [A tour](https://vimeo.com/76979871)',
    '[A tour](https://fast.wistia.net/embed/iframe/abcdefgh12)',
    '[A tour](https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ)',
    '[A tour](https://www.youtube.com/watch?v=%22%3E%3Cscript)',
    '[A tour](https://video.example/1)',
  ])('%s stays a link', (source) => {
    expect(toHtml(source)).not.toMatch(/figure|data-player/);
  });
});

it('a picture keeps its width in its address, beside its caption, on the page', () => {
  expect(toHtml('![A desk](/uploads/a.webp#width=50 "Our desk")')).toMatch(
    /^<figure><img src="\/uploads\/a.webp#width=50" alt="A desk".*<figcaption>Our desk<\/figcaption><\/figure>$/,
  );
});

describe('the card of an item', () => {
  const cards = { ledger: LEDGER };

  it('shows its name, kind, line and link as words', () => {
    expect(toHtml('Before\n\n:::vendor ledger\n\nAfter', { cards })).toBe(
      '<p>Before</p>\n<div class="item-card"><p><a href="/vendors/ledger">Ledger</a> <span>Reporting</span></p><p>Keeps &#x3C;b>books&#x3C;/b>.</p></div>\n<p>After</p>',
    );
  });

  it('is nothing where readers may not see the item', () => {
    for (const slug of ['other', 'constructor'])
      expect(toHtml(`:::vendor ${slug}`, { cards })).not.toMatch(/card|:::|Ledger/);
  });

  it('is words where it is written in another way', () => {
    for (const source of [
      '\\:::vendor ledger',
      ':::vendor ledger and more',
      ':::vendor <script>',
      ':::vendor LEDGER',
      ':::unknown ledger',
      'Words\n:::vendor ledger',
    ])
      expect(toHtml(source, { cards })).toMatch(/^<p>.*:::/s);
    expect(toHtml(':::vendor ledger\n:::', { cards })).toMatch(/^<div class="item-card">/);
  });

  it('is bounded in number and time, however often it stands there, nested or unclosed', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `:::vendor v${at}`).join('\n\n');
    expect(cardSlugsIn(many).length).toBe(30);
    const nested = `${'> '.repeat(8)}:::vendor ledger\n\n${':::vendor\n'.repeat(2000)}`;
    const before = process.threadCpuUsage();
    toHtml(many.slice(0, 60_000), { cards });
    toHtml(nested, { cards });
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});

describe('a card on a page', () => {
  let app: TestApp;
  let factory: Factories;
  beforeAll(async () => {
    app = await buildApp();
    factory = createFactories(app);
  });
  afterAll(() => app.close());

  it('follows the vendor: its name, and whether readers may see it; used-by and broken links count it', async () => {
    const vendor = await factory.create('vendors', {
      slug: 'acme',
      name: 'Acme',
      isPublished: true,
    });
    const faq = await factory.create('faq', {
      question: 'Who?',
      answer: 'Look:\n\n:::vendor acme',
      isPublished: true,
    });
    const answer = async () =>
      (await app.call('GET', `/api/faq/${faq.id}`)).body.html.answer.replaceAll('\n', '');
    expect(await answer()).toContain('<a href="/vendors/acme">Acme</a>');
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { name: 'Acme Two' });
    expect(await answer()).toContain('<a href="/vendors/acme">Acme Two</a>');
    const { body: uses } = await app.asEditor('GET', `/api/vendors/${vendor.id}/used-by`);
    expect(uses).toMatchObject([{ collection: 'faq', id: faq.id, fields: ['Answer'] }]);
    const broken = async () =>
      (await app.asEditor('GET', `/api/faq/${faq.id}/broken-links`)).body.map(
        ({ path }: { path: string }) => path,
      );
    expect(await broken()).toEqual([]);
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { isPublished: false });
    expect(await answer()).toBe('<p>Look:</p>');
    expect(await broken()).toEqual(['/vendors/acme']);
  });

  it('leads to the new address of a vendor whose slug changed, on the page', async () => {
    const vendor = await factory.create('vendors', {
      slug: 'old-name',
      name: 'Renamed',
      isPublished: true,
    });
    const faq = await factory.create('faq', {
      question: 'Where?',
      slug: 'where',
      answer: ':::vendor old-name',
      isPublished: true,
    });
    await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { slug: 'new-name' });
    const { body } = await app.call('GET', `/api/faq/${faq.id}`);
    expect(body.html.answer).toContain('<a href="/vendors/new-name">Renamed</a>');
  });
});
