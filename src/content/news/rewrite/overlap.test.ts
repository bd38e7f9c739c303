import { describe, expect, it } from 'vitest';
import { cleanRewrite } from './clean-rewrite.server.ts';
import { measureOverlap } from './overlap.ts';

const original =
  'The custodian said on Monday that it will open its reporting interface to every family office by the end of the year, without a fee.';

describe('closeness to the original', () => {
  it('A5.22 finds a copy, whatever its marks and case', () => {
    expect(measureOverlap([original], `**${original.toUpperCase()}**`)).toEqual({
      overlap: 1,
      tooClose: true,
    });
  });

  it('A5.22 lets short runs of words pass', () => {
    const told =
      'Every family office may use the interface from January, and the custodian said on Monday that it costs nothing.';
    expect(measureOverlap([original], told)).toEqual({ overlap: 0, tooClose: false });
  });

  it('A5.22 measures the share of copied words', () => {
    const copied = 'it will open its reporting interface to every';
    const own = Array.from({ length: 32 }, (_, index) => `own${index}`).join(' ');
    expect(measureOverlap([original], `${own} ${copied}`)).toEqual({
      overlap: 0.2,
      tooClose: false,
    });
    expect(measureOverlap([original], copied).tooClose).toBe(true);
    expect(measureOverlap([''], '')).toEqual({ overlap: 0, tooClose: false });
  });
});

const article = [
  'The custodian said on Monday that it will open its reporting interface to every family office by the end of the year.',
  'Clients who keep several banks have asked for years to read positions, cash and corporate actions without a file sent by mail.',
  'Two vendors of aggregation software told analysts that they had waited for the specification since the spring conference in Basel.',
  'A pilot with eleven offices began in August and brought to light that dates of settlement differed between both systems.',
  'The bank now names an engineer for each office, answers questions within one working day and publishes every change beforehand.',
].join(' ');
const ownWords = Array.from({ length: 600 }, (_, index) => `own${index * 7919}`).join(' ');

describe('a copy in disguise', () => {
  it.each([
    ['zero-width spaces', (text: string) => text.replace(/(\w)(\w)/g, '$1\u200b$2')],
    ['soft hyphens', (text: string) => text.replace(/(\w{3})(\w)/g, '$1\u00ad$2')],
    ['references to signs', (text: string) => text.replace(/(\w{3})(\w)/g, '$1&shy;&#8203;$2')],
    [
      'look-alike letters',
      (text: string) =>
        text.replace(
          /[aeoTB]/g,
          (sign) => ({ a: 'а', e: 'е', o: 'ο', T: 'Т', B: 'В' })[sign] ?? '',
        ),
    ],
    ['spaces in words', (text: string) => text.replace(/(\w)/g, '$1 ')],
    [
      'full-width letters',
      (text: string) =>
        text.replace(/[a-z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    ],
    ['accents', (text: string) => text.replace(/[aeo]/g, '$&\u0301')],
    [
      'marks and links',
      (text: string) => text.replace(/(\w+) (\w+) (\w+)/g, '**$1** _$2_ [$3](https://x.example/)'),
    ],
    [
      'names of letters',
      (text: string) =>
        text
          .replaceAll('o', '&ocy;')
          .replaceAll(/a(?![a-z]*;)/g, '&aopf;')
          .replaceAll('B', '&Bcy;'),
    ],
    [
      'struck and Coptic letters',
      (text: string) =>
        text.replace(
          /[oldhtcpm]/g,
          (sign) =>
            ({ o: 'ø', l: 'ł', d: 'đ', h: 'ħ', t: 'ŧ', c: 'ⲥ', p: 'ⲣ', m: 'ⲙ' })[sign] ?? '',
        ),
    ],
    ['definitions', (text: string) => text.replaceAll(/^|(?<=\.) /g, '\n\n[1]: ')],
    [
      'definitions with brackets',
      (text: string) => text.replaceAll(/^|(?<=\.) /g, '\n\n[\\]]&colon; '),
    ],
    ['addresses', (text: string) => text.replaceAll(/[^.]+\./g, '[1]($&)\n\n')],
    ['labels', (text: string) => text.replaceAll(/[^.]+\./g, '[1][$&]\n\n')],
    ['fences', (text: string) => text.replaceAll(/[^.]+\./g, '    ~~~ $&\n\n')],
    ['a footnote', (text: string) => `See it.[^1]\n\n[^1]: ${text}`],
  ])('A5.27 is found behind %s', (_name, disguise) => {
    const { overlap, tooClose } = measureOverlap([article], disguise(article));
    expect([overlap > 0.95, tooClose]).toEqual([true, true]);
  });

  it('A5.27 is found among 600 other words, whole or in pieces', () => {
    expect(measureOverlap([article], `${ownWords} ${article}`).tooClose).toBe(true);
    const pieces = article.split('. ').join(`. ${ownWords} `);
    expect(measureOverlap([article], pieces).overlap).toBeLessThan(0.05);
    expect(measureOverlap([article], pieces).tooClose).toBe(true);
    // A long original, of which one long passage is taken.
    const long = `${Array.from({ length: 3000 }, (_, at) => `word${at * 104729}`).join(' ')} ${article}`;
    expect(measureOverlap([long], `${ownWords} ${article}`).tooClose).toBe(true);
    // The page and the feed brought the same.
    expect(measureOverlap([article, article], pieces).tooClose).toBe(true);
  });

  it.each(['\u101d', '\u0d20', '\u3147', '\u0c66'])(
    'A5.27 is asked about where its words mix Latin letters with such as %s',
    (sign) => {
      expect(measureOverlap([article], article.replaceAll('o', sign)).tooClose).toBe(true);
      expect(measureOverlap([article], ownWords.replaceAll('o', sign)).tooClose).toBe(true);
    },
  );

  it.each([
    ['Greek', 'γνῶθι σεαυτόν, ἓν οἶδα ὅτι οὐδὲν οἶδα '.repeat(20)],
    ['Cyrillic', 'семейный офис сообщил о новых правилах отчётности '.repeat(20)],
    ['a formula', 'Δx, σ² and λmax over 5 μm, αt + βi, with ε0 and ΔH'],
    ['names with accents', 'Łódź, Ørsted, Þingvellir, Hawaiʻi, Müller, Škoda and coöperation'],
  ])('A5.27 is none where %s is quoted', (_name, quoted) => {
    expect(measureOverlap([article], `${ownWords} “${quoted}”`).tooClose).toBe(false);
  });

  it.each([
    ['Japanese', '当社はAPIを使用し、CRMとERPを接続した。'],
    ['Korean', 'API를 통해 CRM과 ERP를 연결하는 서비스 '],
  ])('A5.27 is none where %s is written with Latin names', (_name, written) => {
    expect(measureOverlap([article], written.repeat(200)).tooClose).toBe(false);
  });

  it('A5.27 is none where a sentence or two are quoted, or names are long', () => {
    const sentences = article.split('. ');
    for (const quoted of [sentences.slice(0, 1), sentences.slice(1, 3), sentences.slice(3, 5)]) {
      const text = `${ownWords} “${quoted.join('. ')}” ${ownWords}`;
      expect(measureOverlap([article], text).tooClose).toBe(false);
    }
    const named =
      'the Swiss Financial Market Supervisory Authority and the European Securities and Markets Authority';
    const told = `What ${named} wrote ${ownWords}`;
    expect(measureOverlap([`In Bern ${named} said.`], told).tooClose).toBe(false);
  });

  it('A5.27 is looked for in a bounded time in the greatest texts', () => {
    const most = 1_000_000;
    const texts = ['a', 'ab ', 'word ', `${article} `, '&#97;', '&ocy;', ']('].map((part) =>
      part.repeat(Math.ceil(most / part.length)),
    );
    for (const text of texts) {
      const before = process.threadCpuUsage();
      measureOverlap([text], text.slice(50));
      const { user, system } = process.threadCpuUsage(before);
      expect([text.slice(0, 20), (user + system) / 1000 < 2000]).toEqual([text.slice(0, 20), true]);
    }
  });
});

const reply = {
  title: '<b>New</b> *title*\nin lines',
  content: `# Heading\n\n${'word '.repeat(30)}<script>alert(1)</script><img src=x onerror=alert(2)> [bad](javascript:alert(3)) [spam](https://spam.example/x) [source](https://wire.example/a) ![pixel](https://spam.example/p.png) www.spam.example https://spam.example/y`,
  excerpt: 'Short <i>text</i>',
  category: 'Software',
  tags: ['a', 'a', '', 'b'],
  metaTitle: 'm'.repeat(10).concat(' word'.repeat(20)),
  metaDescription: 'd',
};

const WORDS = 'word '.repeat(30).trim();
const cleaned = async (content: string) => {
  const clean = await cleanRewrite({ ...reply, content: `${WORDS}\n\n${content}` }, new Set());
  return clean.rewrittenContent.slice(WORDS.length).trim();
};

describe('what the service wrote', () => {
  it('PROMISE 11 keeps no HTML, no script, and links of the source only', async () => {
    const clean = await cleanRewrite(reply, new Set(['wire.example/a']));
    expect(clean.rewrittenTitle).toBe('New title in lines');
    expect(clean.rewrittenContent).not.toMatch(
      /<|script|onerror|javascript|\(https:\/\/spam|https:\/\/spam|www\.spam/,
    );
    expect(clean.rewrittenContent).toContain('[source](https://wire.example/a)');
    expect(clean.rewrittenContent).toMatch(/^## Heading/);
    expect(clean.excerpt).toBe('Short text');
    expect(clean.tags).toEqual(['a', 'b']);
    expect(clean.metaTitle.length).toBeLessThanOrEqual(60);
  });

  it('PROMISE 11 refuses a response without an article', async () => {
    const short = { ...reply, content: 'Too short.' };
    await expect(cleanRewrite(short, new Set())).rejects.toThrow(/no article/);
  });

  it('PROMISE 11 finds a link in whatever way it is written', async () => {
    const tricks =
      '[a [b]](https://spam.example/1) [x](<https://spam.example/2> "t") [y][r]\n\n[r]: https://spam.example/3\n\n[z](https&#58;//spam.example/4)';
    expect(await cleaned(tricks)).not.toMatch(/\]\(|https:|spam\.example\/3/);
  });

  it('PROMISE 11 leaves paths of this site as links', async () => {
    expect(await cleaned('[Vendors](/vendors) and [evil](//evil.example)')).toBe(
      '[Vendors](/vendors) and evil',
    );
  });
});
