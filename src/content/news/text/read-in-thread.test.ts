import { describe, expect, it } from 'vitest';
import { readArticleInThread, readFeedInThread } from './read-in-thread.server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const feed = (text: string) => ({
  bytes: bytes(text),
  contentType: 'application/xml',
  url: 'https://feed.example/rss',
});

describe('parsing in a thread', () => {
  it('PROMISE 20 expands no entities of a bomb', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]><rss version="2.0"><channel><title>x</title><item><title>&j;</title><link>https://a.example/</link></item></channel></rss>`;
    const result = await readFeedInThread(feed(bomb)).catch((error: Error) => error.message);
    expect(JSON.stringify(result).length).toBeLessThan(5000);
  });

  it('A5.25 takes the article out of a page, without its menus and scripts', async () => {
    const paragraph =
      'The controller closes the books in two days, and the family reads one report. '.repeat(8);
    const page = `<html><head><title>News</title></head><body><nav><a href="/x">Menu</a></nav>
      <article><h1>News</h1><p>${paragraph}</p><h2>Why</h2><p>${paragraph}<a href="/more">more</a></p><script>alert(1)</script></article>
      <footer>Imprint</footer></body></html>`;
    const markdown = await readArticleInThread({
      bytes: bytes(page),
      contentType: 'text/html',
      url: 'https://n.example/a/b',
    });
    expect(markdown).toContain('The controller closes');
    expect(markdown).toContain('## Why');
    expect(markdown).toContain('[more](https://n.example/more)');
    expect(markdown).not.toMatch(/Menu|alert|Imprint|</);
  });
});
