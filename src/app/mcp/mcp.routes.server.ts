import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf, originKey } from '#modules/auth/client-address.server.ts';
import { consume } from '#modules/auth/limit.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { problem } from '#platform/http/operation.server.ts';
import { once } from '#platform/memo.ts';
import { apiEnv } from '#platform/server/make-page.server.ts';
import { CALLS_A_MINUTE } from '#tools/machines/site.ts';
import { createReads } from './reads.server.ts';

/** The longest arguments have 8 kB; the rest is what a client tells of itself. */
const MAX_BODY = 16_384;

const TAG = {
  name: 'MCP',
  description: 'The Model Context Protocol: tools and pages for AI assistants.',
};

const rpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
});

const rpcError = rpcMessage.extend({
  id: z.union([z.string(), z.number()]).nullish(),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});

const refused = (description: string) => ({ description, response: z.union([problem, rpcError]) });

/** `POST /mcp`: reads only, and for every client as an anonymous visitor. */
export const mountMcp = (api: Api, parts: AppParts) => {
  const { SITE_URL: siteUrl, TRUST_PROXY: trustProxy } = parts.settings;
  const calls = new RateLimiterMemory({ points: CALLS_A_MINUTE, duration: 60 });
  /** Loaded with the first request: most processes never see one. */
  const load = once(async () => (await import('./mcp-server.server.ts')).createMcp(parts));

  // Before the body is read and before the queue: a client beyond its limit takes no place from the others.
  api.use('/mcp', async (c, next) => {
    await consume(calls, originKey(addressOf(c, trustProxy)));
    await next();
  });

  endpoint(api, {
    method: 'post',
    id: 'callMcp',
    path: '/mcp',
    tag: TAG,
    summary: `One message of the Model Context Protocol, revision 2026-07-28 or of 2025; ${CALLS_A_MINUTE} a minute. A notification gets 202`,
    access: 'public',
    maxBody: MAX_BODY,
    maxAnonymousBody: MAX_BODY,
    body: rpcMessage.extend({ method: z.string().max(200) }),
    response: rpcMessage.extend({ result: z.looseObject({}) }),
    failures: {
      400: refused('No message, or protocol headers that are missing, wrong or unknown'),
      403: refused('Asked for by another site'),
      404: refused('The revision has no such method'),
      406: refused('Accept lacks application/json or text/event-stream, which 2025 asks for'),
      429: 'Too many calls; Retry-After says when to come back',
    },
    examples: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    handle: async ({ c, body }) => {
      const serve = await load();
      const env = apiEnv({ address: '', requestId: c.get('requestId') });
      const reach = async (path: string) => api.fetch(new Request(new URL(path, siteUrl)), env);
      return serve(c.req.raw, body, createReads(reach, siteUrl));
    },
  });

  // No stream to open and no session to end.
  api.all('/mcp', (c) => c.body(null, 405, { Allow: 'POST' }));
};
