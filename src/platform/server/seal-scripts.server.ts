import { createHash } from 'node:crypto';

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

/** Files have their own address, and data is never run: neither needs a hash. */
const NOT_INLINE_CODE = /\s(?:(?:data-)?src\s*=|type="[^"]*json")/i;

export interface Sealed {
  html: string;
  hashes: string[];
}

/**
 * Hashes the inline scripts that carry this render's secret nonce, then takes the nonce out.
 * Only the renderer knows the nonce, so a script that came in with stored text never gets a hash.
 */
export const sealScripts = (html: string, nonce: string): Sealed => {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', source = ''] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || NOT_INLINE_CODE.test(attributes)) continue;
    hashes.add(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
  const clean = html
    .replaceAll(mark, '')
    .replaceAll(new RegExp(`<meta[^>]*\\bcontent="${nonce}"[^>]*>`, 'g'), '');
  return { html: clean, hashes: [...hashes] };
};
