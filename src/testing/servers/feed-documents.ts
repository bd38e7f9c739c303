export interface Entry {
  id: string;
  title: string;
  link: string;
  author?: string;
  date?: string;
  summary?: string;
  html?: string;
}

const escapeXml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

export const rssOf = (
  title: string,
  entries: readonly Entry[],
) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>${escapeXml(title)}</title><link>https://rss.example/</link><description>News</description>
${entries
  .map(
    (entry) => `<item><title>${escapeXml(entry.title)}</title><link>${escapeXml(entry.link)}</link>
<guid isPermaLink="false">${escapeXml(entry.id)}</guid>${entry.author ? `<dc:creator>${escapeXml(entry.author)}</dc:creator>` : ''}
${entry.date ? `<pubDate>${entry.date}</pubDate>` : ''}<description>${escapeXml(entry.summary ?? '')}</description>
${entry.html ? `<content:encoded><![CDATA[${entry.html}]]></content:encoded>` : ''}</item>`,
  )
  .join('\n')}
</channel></rss>`;

export const atomOf = (
  title: string,
  entries: readonly Entry[],
) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeXml(title)}</title><id>urn:feed</id>
<updated>2026-11-01T00:00:00Z</updated><link href="https://atom.example/"/>
${entries
  .map(
    (
      entry,
    ) => `<entry><id>${escapeXml(entry.id)}</id><title type="html">${escapeXml(entry.title)}</title>
<link rel="alternate" href="${escapeXml(entry.link)}"/><updated>${entry.date ?? '2026-11-01T00:00:00Z'}</updated>
<author><name>${escapeXml(entry.author ?? '')}</name></author><summary>${escapeXml(entry.summary ?? '')}</summary>
<content type="html">${escapeXml(entry.html ?? '')}</content></entry>`,
  )
  .join('\n')}
</feed>`;

export const rdfOf = (title: string, entries: readonly Entry[]) => `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://rdf.example/"><title>${escapeXml(title)}</title><link>https://rdf.example/</link><description>News</description></channel>
${entries
  .map(
    (
      entry,
    ) => `<item rdf:about="${escapeXml(entry.id)}"><title>${escapeXml(entry.title)}</title><link>${escapeXml(entry.link)}</link>
<description>${escapeXml(entry.summary ?? '')}</description><dc:creator>${escapeXml(entry.author ?? '')}</dc:creator>
<dc:date>${entry.date ?? '2026-11-01T00:00:00Z'}</dc:date></item>`,
  )
  .join('\n')}
</rdf:RDF>`;

export const jsonFeedOf = (title: string, entries: readonly Entry[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: 'https://json.example/',
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.link,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      date_published: entry.date,
      authors: entry.author ? [{ name: entry.author }] : undefined,
    })),
  });
