/** The text of a body, in the encoding of its mark, its header or its own first line; else UTF-8. */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  return makeDecoder(findCharset(bytes, contentType)).decode(bytes);
}

function findCharset(bytes: Uint8Array, contentType: string | null): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const named = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  if (named) return named;
  // Feeds and pages often name their encoding inside: <?xml encoding="…"?> or <meta charset="…">.
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const inside =
    /^\s*<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(start) ??
    /<meta\s[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(start);
  return inside?.[1] ?? 'utf-8';
}

function makeDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
