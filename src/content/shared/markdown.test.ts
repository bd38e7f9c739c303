import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { usedMs } from '#testing/measure-loop.ts';
import { toHtml } from './markdown.server.ts';

function parse(markdown: string) {
  return parseHTML(`<!doctype html><html><body>${toHtml(markdown)}</body></html>`).document;
}

describe('what authors write', () => {
  it.each([
    ['**b** and *i*', '<p><strong>b</strong> and <em>i</em></p>'],
    ['one\ntwo', '<p>one<br>\ntwo</p>'],
    ['- x\n- y', '<ul>\n<li>x</li>\n<li>y</li>\n</ul>'],
    ['3. x', '<ol start="3">\n<li>x</li>\n</ol>'],
    ['~~old~~ `code`', '<p><del>old</del> <code>code</code></p>'],
    ['> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
    ['```js\na\n```', '<pre tabindex="0"><code class="language-js">a\n</code></pre>'],
    ['', ''],
    [' \n ', ''],
  ])('P18.01 renders %j', (markdown, html) => {
    expect(toHtml(markdown)).toBe(html);
  });

  it('P18.01 starts headings at h2, so that the title of the page stays the only h1', () => {
    const html = toHtml('# A\n\n## B\n\n### C\n\n###### F');
    expect(html).toBe(
      '<h2 id="section-a">A</h2>\n<h3 id="section-b">B</h3>\n<h4 id="section-c">C</h4>\n<h6 id="section-f">F</h6>',
    );
  });

  it('P18.01 keeps #, ## and ### apart, and leaves a text alone that begins at ##', () => {
    const levels = (text: string) => toHtml(text).match(/<h\d/g);
    expect(levels('# A\n\n## B\n\n### C')).toEqual(['<h2', '<h3', '<h4']);
    expect(levels('## B\n\n### C')).toEqual(['<h2', '<h3']);
    expect(levels('> # Quoted\n\n## B')).toEqual(['<h2', '<h3']);
  });

  it('P18.01 gives every heading an id of its own, and fragments find them', () => {
    const document = parse(
      '## Costs\n\n## Costs\n\n## Costs 2\n\n## !\n\n[see](#costs) [no](#zzz)',
    );
    const ids = Array.from(document.querySelectorAll('h2'), (heading) => heading.id);
    expect(ids).toEqual(['section-costs', 'section-costs-2', 'section-costs-2-2', 'section-part']);
    const links = Array.from(document.querySelectorAll('a'), (link) => link.getAttribute('href'));
    expect(links).toEqual(['#section-costs', '#zzz']);
  });

  it('P18.02 opens links to other sites in a new tab without handing over the page', () => {
    expect(toHtml('[a](https://example.com/?a=1&b=2)')).toBe(
      '<p><a href="https://example.com/?a=1&#x26;b=2" target="_blank" rel="noopener">a</a></p>',
    );
    expect(toHtml('[a](/vendors "All")')).toBe('<p><a href="/vendors" title="All">a</a></p>');
  });

  it('P18.02 puts a table into a region that scrolls and can be focused', () => {
    const region = parse('| Plan | Price |\n|---|--:|\n| A | 1 |').querySelector('.table-scroll');
    expect(region?.getAttribute('tabindex')).toBe('0');
    expect(region?.getAttribute('role')).toBe('region');
    expect(region?.getAttribute('aria-label')).toBe('Table: Plan Price');
    expect(region?.querySelectorAll('td')).toHaveLength(2);
    expect(region?.querySelector('td[align=right]')?.textContent).toBe('1');
  });

  it('P18.02 loads images late, and shows the words of one that it does not take', () => {
    expect(toHtml('![A map](/uploads/a.png)')).toBe(
      '<p><img src="/uploads/a.png" alt="A map" loading="lazy" decoding="async" referrerpolicy="no-referrer" class="content-image"></p>',
    );
    expect(toHtml('![A map](data:image/svg+xml;base64,AAAA)')).toBe('<p>A map</p>');
  });

  it('shows the credit of a picture that stands alone', () => {
    expect(parse('![A map](/uploads/a.png "Photo: *A*")').querySelector('figure')?.outerHTML).toBe(
      '<figure><img src="/uploads/a.png" alt="A map" loading="lazy" decoding="async" referrerpolicy="no-referrer" class="content-image"><figcaption>Photo: *A*</figcaption></figure>',
    );
    expect(parse('See ![A map](/uploads/a.png "Photo")').querySelector('figure')).toBeNull();
  });

  it('P18.02 writes tasks as signs and links footnotes both ways', () => {
    expect(parse('- [x] done\n- [ ] open').body?.textContent).toMatch(/☑ done\s+☐ open/);
    const document = parse('Claim[^1]\n\n[^1]: Source');
    const href = document.querySelector('sup a')?.getAttribute('href') ?? '';
    expect(document.querySelector(`li[id="${href.slice(1)}"]`)?.textContent).toContain('Source');
    expect(href).toBe('#section-fn-1');
  });
});

describe('PROMISE 7 nothing that is stored runs', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src=javascript:alert(1)>',
    '<style>@import "//e"</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- --><script>alert(1)</script>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '</script><script>alert(1)</script>',
    '</p><script>alert(1)</script>',
    '<math><mtext></p><style><img src=x onerror=alert(1)>',
    '<form action=javascript:alert(1)><input type=submit>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x6A&#x61vascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](<java\nscript:alert(1)>)',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](blob:https://e/1)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](\\\\evil.example)',
    '[x](/\t/evil.example)',
    '[x](http:evil)',
    '[x](https://a@evil.example)',
    '[x](mailto:a@b.c)',
    '[x](x:y)',
    '[x](relative)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '![x](javascript:alert(1))',
    '![x](" onerror="alert(1))',
    '![" onerror="alert(1)](/a.png)',
    '![x](/a.png "\\" onerror=alert(1)")',
    '[x](/a "\\" onclick=alert(1)")',
    '[a[b[c](javascript:x)](javascript:y)](javascript:z)',
    '[![x](javascript:1)](javascript:2)',
    '```"><script>alert(1)</script>\nx\n```',
    '``` x" onclick="alert(1)\nx\n```',
    '`<script>`',
    '| <script>alert(1)</script> |\n|---|\n| <img onerror=x> |',
    '# <img src=x onerror=alert(1)>',
    '[^"><script>]\n\n[^"><script>]: <script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&#60;script&#62;alert(1)&#60;/script&#62;',
    '\\<script>alert(1)\\</script>',
    'https://e.example/"onmouseover="alert(1)',
    '\u2028<script>\u2029',
    '"</script><!--',
    '{{constructor.constructor("alert(1)")()}}',
  ];
  const tags =
    'html head body a blockquote br code del div em figcaption figure h2 h3 hr img li ol p pre section strong sup table tbody td th thead tr ul'.split(
      ' ',
    );
  const attributes =
    'href title id class target rel src alt loading decoding referrerpolicy tabindex role aria-label align start'.split(
      ' ',
    );

  it.each(hostile)('%j', (markdown) => {
    const document = parse(markdown);
    for (const element of document.querySelectorAll('*')) {
      expect(tags).toContain(element.tagName.toLowerCase());
      for (const { name, value } of element.attributes) {
        expect(attributes).toContain(name);
        if (name === 'href' || name === 'src')
          expect(value).toMatch(/^(?:https?:\/\/[^@]+$|\/(?![/\\])|#)/);
        if (name === 'id') expect(value).toMatch(/^section-/);
      }
    }
  });

  it('P18.02 shows raw HTML as the text that it is', () => {
    expect(parse('<b>bold</b> & <script>alert(1)</script>').querySelector('p')?.textContent).toBe(
      '<b>bold</b> & <script>alert(1)</script>',
    );
    expect(parse('<div>\n**still bold**\n</div>').querySelector('strong')?.textContent).toBe(
      'still bold',
    );
    expect(parse('a <!-- note --> b').body?.textContent).toBe('a <!-- note --> b');
  });

  it('drops a link that it does not take, and keeps its words', () => {
    expect(toHtml('see [the **page**](javascript:alert(1)) now')).toBe(
      '<p>see the <strong>page</strong> now</p>',
    );
  });
});

describe('PROMISE 12 odd texts are bounded', () => {
  it.each([
    ['quotes', '>'.repeat(100_000)],
    ['spaced quotes', '> '.repeat(50_000)],
    ['brackets', `${'['.repeat(50_000)}a${']'.repeat(50_000)}`],
    ['stars', `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`],
    ['open stars', '**a_b'.repeat(20_000)],
    ['tildes', '~~a'.repeat(33_000)],
    ['images', '!['.repeat(50_000)],
    ['lists', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')],
    ['lists in quotes', '> - '.repeat(25_000)],
    ['wide tables', `${'|a'.repeat(3000)}\n${'|-'.repeat(3000)}\n${'|x\n'.repeat(30_000)}`],
    ['ticks', Array.from({ length: 440 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
    ['one line', 'a'.repeat(2_000_000)],
    ['underlines', 'a\n=\n'.repeat(15_000)],
    ['underlines in parts', 'a\n---\n\n'.repeat(10_000)],
    ['underlines after returns', 'a\r=\r'.repeat(15_000)],
    ['quotes after a return', `a\r${'>'.repeat(100_000)}`],
  ])('%s', (_name, markdown) => {
    let html = '';
    // Unbounded, each of these takes many seconds, all the memory, or the stack.
    const ms = usedMs(() => {
      html = toHtml(markdown);
    });
    expect(ms).toBeLessThan(2000);
    expect(html.length).toBeLessThan(markdown.length * 6 + 1000);
    expect(html.startsWith('<p>')).toBe(true);
  });

  it('still takes rules, long tables and ordinary nesting as markdown', () => {
    expect(toHtml(`a\n\n${'-'.repeat(200)}\n\n${'* '.repeat(60)}`)).toMatch(/<hr>\n<hr>/);
    expect(toHtml('> > - a\n> >   - b\n> >     1. c')).toMatch(
      /<blockquote>\n<blockquote>\n<ul>.*<ul>.*<ol>/s,
    );
    expect(toHtml('Costs\n=====\n\n'.repeat(100)).match(/<h2/g)).toHaveLength(100);
    const table = `| a | b |\n|${'-'.repeat(60)}|---|\n${'| 1 | 2 |\n'.repeat(500)}`;
    expect(toHtml(table).match(/<tr>/g)).toHaveLength(501);
  });
});

describe('PROMISE 11 pictures in texts', () => {
  const imageHosts = ['images.unsplash.com'];

  it('come from our uploads or from the host of the pictures that editors choose', () => {
    for (const src of ['/uploads/a.webp', '/images/a.svg', 'https://images.unsplash.com/p?w=1']) {
      const html = toHtml(`![A map](${src})`, { imageHosts });
      expect([src, html.includes(`<img src="${src}"`)]).toEqual([src, true]);
    }
  });

  it.each([
    'https://evil.example/p.png',
    'http://images.unsplash.com/p',
    'https://images.unsplash.com.evil.example/p',
    '//images.unsplash.com/p',
    '/api/logout',
    '/uploads/../api/logout',
    '/vendors',
    'data:image/png;base64,AAAA',
  ])('are their description when they come from %s', (src) => {
    expect(toHtml(`![A map](${src})`, { imageHosts })).toBe('<p>A map</p>');
  });

  it.each(['/api/logout', '/API/logout', 'http://localhost:3000/api/logout', 'data:text/html,x'])(
    'PROMISE 4 a link to %s is its words alone',
    (href) => expect(toHtml(`[Click](${href})`)).toBe('<p>Click</p>'),
  );

  it.each([
    'https://guide.example/api/login',
    'http://www.guide.example/API//vendors',
    'https://guide.example:8443/%61pi',
  ])(
    'PROMISE 4 an absolute address of our own API is words alone, as link and as picture: %s',
    (address) => {
      const site = { siteUrl: 'https://guide.example', imageHosts: ['guide.example'] };
      expect(toHtml(`[Click](${address}) ![A map](${address})`, site)).toBe('<p>Click A map</p>');
      expect(toHtml(`[Click](${address})`, { siteUrl: 'https://other.example' })).toContain('<a ');
    },
  );
});

it('sets quotes and × as a typesetter would, and leaves code and addresses alone', () => {
  expect(
    toHtml(`The family's **"own"** 3 x 4, \`it's "x"\`, [the "site"](https://example.com/it's)`),
  ).toBe(
    '<p>The family’s <strong>“own”</strong> 3 × 4, <code>it\'s "x"</code>, <a href="https://example.com/it&#x27;s" target="_blank" rel="noopener">the “site”</a></p>',
  );
});

it('sets columns of numbers to the right, and words and mixed columns to the left', () => {
  const html = toHtml(
    '| Item | Cost | Age | Note |\n|---|---|---|---|\n| Cash | $1,250 | 2 to 3 | 3 days |\n| Price | 0.1% | – | 5 |',
  );
  expect([...html.matchAll(/<(t[hd]) class="number">([^<]*)</g)].map((cell) => cell[2])).toEqual([
    'Cost',
    'Age',
    '$1,250',
    '2 to 3',
    '0.1%',
    '–',
  ]);
});
