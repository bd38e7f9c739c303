import { type BufferedResponse, makeResponse } from './buffered-response.server.ts';
import { PLAIN_POLICY } from './security-headers.server.ts';

const TEXTS = {
  400: ['Bad request', 'This address cannot be read.'],
  404: ['Not found', 'There is no such file.'],
  429: ['Too many attempts', 'Please try again in some minutes.'],
  405: ['Method not allowed', 'Pages can only be read.'],
  500: ['Something went wrong', 'The error is on our side and has been noted. Please try again.'],
  503: [
    'Back in a moment',
    'This page cannot be shown right now. Please try again in a few seconds.',
  ],
} as const;

const STYLE =
  'body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;color:#1d2430;background:#fbf8f3}' +
  'h1{font:600 2rem/1.2 Georgia,serif}a{color:inherit}small{color:#5b6472}' +
  '@media(prefers-color-scheme:dark){body{color:#e8e6e1;background:#14181d}small{color:#a2a9b4}}';

/** A page that needs nothing: no database, no renderer, no files. */
export const errorPage = (
  status: keyof typeof TEXTS,
  requestId: string,
  common: readonly string[],
  /** Where the status alone does not tell. */
  reason?: string,
): Promise<BufferedResponse> => {
  const [heading, usual] = TEXTS[status];
  const text = reason ?? usual;
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style>${STYLE}</style></head><body><main><h1>${heading}</h1><p>${text}</p>` +
    `<p><a href="/">Home</a></p><p><small>Request ${requestId}</small></p></main></body></html>`;
  return makeResponse({
    status,
    contentType: 'text/html; charset=utf-8',
    headers: [
      ...common,
      'Content-Security-Policy',
      PLAIN_POLICY,
      'Cache-Control',
      'no-store',
      ...(status === 503 ? ['Retry-After', '5'] : []),
      ...(status === 405 ? ['Allow', 'GET, HEAD'] : []),
    ],
    body: Buffer.from(html),
    requestId,
    isCacheable: false,
  });
};
