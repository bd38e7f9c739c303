import { plainPage } from '#platform/plain-page.ts';
import {
  type BufferedResponse,
  type HeaderFields,
  makeResponse,
} from './buffered-response.server.ts';
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

/** A page that needs nothing: no database, no renderer, no files. */
export const errorPage = (
  status: keyof typeof TEXTS,
  requestId: string,
  common: HeaderFields,
  reason?: string,
): Promise<BufferedResponse> => {
  const [heading, usual] = TEXTS[status];
  const text = reason ?? usual;
  const html = plainPage({
    title: heading,
    body: `<p>${text}</p><p><a href="/">Home</a></p><p><small>Request ${requestId}</small></p>`,
  });
  return makeResponse({
    status,
    contentType: 'text/html; charset=utf-8',
    policy: PLAIN_POLICY,
    cacheControl: 'no-store',
    headers: {
      ...common,
      ...(status === 503 && { 'Retry-After': '5' }),
      ...(status === 405 && { Allow: 'GET, HEAD' }),
    },
    body: html,
    requestId,
  });
};
