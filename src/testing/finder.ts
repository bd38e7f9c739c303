import { pino } from 'pino';
import { createHostTurns } from '#modules/link-checks/host-turns.ts';
import { runFinder } from '#tools/finder/run-finder.server.ts';
import { buildApp } from './build-app.ts';
import { type AiRequestBody, startAiServer } from './servers/ai-server.ts';
import { startLoopback } from './servers/loopback.ts';

export interface Site {
  /** By path: a text is the body of a page. */
  pages: Map<string, string>;
  asked: string[];
}

/** A vendor's website: pages of paragraphs, and files as they are. */
export const startWebsite = async () => {
  const site: Site = { pages: new Map(), asked: [] };
  const server = await startLoopback((request, response) => {
    const path = request.url ?? '';
    site.asked.push(path);
    const body = site.pages.get(path);
    if (body === undefined) return void response.writeHead(404).end();
    if (/\.(?:txt|xml)$/.test(path))
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
    const paragraphs = body.split('\n').map((line) => `<p>${line}</p>`);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<html><head><title>Page ${path}</title></head><body>${paragraphs.join('')}</body></html>`,
      );
  });
  return { ...site, ...server };
};

export const isFirstLook = ({ messages }: AiRequestBody): boolean =>
  messages[0]?.content.startsWith('You read one web page') ?? false;

/** The page or the quote that a call holds. */
export const materialOf = ({ messages }: AiRequestBody): string =>
  /<<<(\S+)\n([\s\S]*)\n\1>>>/.exec(messages.at(-1)?.content ?? '')?.[2] ?? '';

/** The app, a website and a service on loopback; hosts are asked without a pause, which is counted. */
export const startFinderTest = async () => {
  const [service, website] = await Promise.all([startAiServer(), startWebsite()]);
  const app = await buildApp({
    settings: {
      FETCH_ALLOW_HOSTS: website.hostPort,
      AI_BASE_URL: service.baseUrl,
      AI_MODEL: 'test-model',
      AI_PRICE_IN: '1000',
      AI_PRICE_OUT: '500',
    },
  });
  let now = Date.now();
  const sleeps: number[] = [];
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      sleeps.push(ms);
      now += ms;
    },
  };
  const parts = { ...app, log: pino({ level: 'silent' }) };
  const options = { turns: createHostTurns(clock), bounds: { pauseMs: 5, timeoutMs: 5000 } };
  const add = async (type: string, body: object): Promise<number> => {
    const made = await app.asEditor('POST', `/api/${type}`, body);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.id;
  };
  return {
    app,
    service,
    website,
    sleeps,
    add,
    work: (signal?: AbortSignal) => runFinder(parts, { ...options, ...(signal && { signal }) }),
    start: (vendor: string, urls: string[] = []) =>
      app.asEditor('POST', '/api/evidence-runs', { vendor, urls }),
    proposals: async (vendor: string) =>
      (await app.asEditor('GET', `/api/proposals?vendor=${vendor}`)).body,
    close: async () => {
      await app.close();
      await Promise.all([service.close(), website.close()]);
    },
  };
};

export type FinderTest = Awaited<ReturnType<typeof startFinderTest>>;
