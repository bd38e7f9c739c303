import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Settings } from '#platform/env.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { hostPortOf } from './host-port.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The service is called by the guarded client as well: bounded in time and size, never redirected
 * elsewhere with our text. An address of the environment may be a local one, since the operator named it.
 */
const makeFetch = (settings: Settings, timeoutMs: number): typeof fetch => {
  const own = settings.GIVEN.has('AI_BASE_URL') ? [hostPortOf(settings.AI_BASE_URL ?? '')] : [];
  const allowHosts = [...settings.FETCH_ALLOW_HOSTS, ...own];
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const response = await guardedFetch(address, {
      method: 'POST',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : undefined,
      maxBytes: MAX_BYTES,
      timeoutMs,
      allowHosts,
      signal: init?.signal ?? undefined,
    });
    const headers = new Headers(response.headers);
    // The body is unpacked already.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
      headers.delete(name);
    return new Response(Buffer.from(response.bytes), { status: response.status, headers });
  };
};

export const createModels = (settings: Settings, timeoutMs: number) => {
  const make = (supportsStructuredOutputs: boolean) =>
    createOpenAICompatible({
      name: 'service',
      baseURL: (settings.AI_BASE_URL ?? '').replace(/\/+$/, ''),
      ...(settings.AI_API_KEY ? { apiKey: settings.AI_API_KEY } : {}),
      supportsStructuredOutputs,
      fetch: makeFetch(settings, timeoutMs),
    })(settings.AI_MODEL ?? '');
  return { schema: make(true), object: make(false) };
};
