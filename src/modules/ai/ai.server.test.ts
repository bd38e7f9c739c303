import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readSettings } from '#platform/env.server.ts';
import type { AppError } from '#platform/errors.ts';
import { type AiReply, type AiServer, startAiServer } from '#testing/servers/ai-server.ts';
import { createAi } from './ai.server.ts';
import { asMaterial } from './material.ts';

const KEY = 'sk-very-secret-key';
const request = {
  name: 'answer',
  schema: z.object({ word: z.string(), count: z.number() }),
  system: 'Count.',
  prompt: asMaterial('one two'),
};
const good: AiReply = { kind: 'object', value: { word: 'two', count: 2 } };

let service: AiServer;
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });

const createTestAi = (server = service) =>
  createAi(
    readSettings({
      NODE_ENV: 'test',
      AI_BASE_URL: server.baseUrl,
      AI_API_KEY: KEY,
      AI_MODEL: 'test-model',
    }),
    log,
    { timeoutMs: 400, pauseMs: 5 },
  );

const failureOf = async (ai = createTestAi()): Promise<AppError> =>
  ai.generate(null, request).then(
    () => Promise.reject(new Error('It should have failed')),
    (error: AppError) => error,
  );

beforeAll(async () => {
  service = await startAiServer();
});
afterAll(() => service.close());
beforeEach(() => {
  service.reset();
  lines.length = 0;
});

describe('the AI service', () => {
  it('A5.23 answers what the schema asks for, with the model and the key of the settings', async () => {
    service.next(good);
    expect(await createTestAi().generate(null, request)).toEqual({ word: 'two', count: 2 });
    const [call] = service.requests;
    expect(call?.authorization).toBe(`Bearer ${KEY}`);
    expect(call?.body.model).toBe('test-model');
    expect(call?.body.response_format?.type).toBe('json_schema');
    expect(call?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('A5.13 says who can set one up when there is no service', async () => {
    const ai = createAi(readSettings({ NODE_ENV: 'test' }), log);
    expect(ai.isConfigured).toBe(false);
    const failure = await failureOf(ai);
    expect(failure.status).toBe(503);
    expect(failure.message).toBe(
      'No AI service is set up. The person who runs the server sets its address, key and model.',
    );
  });

  const faults: [string, AiReply, RegExp][] = [
    ['429', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }, /busy.*429/],
    ['500', { kind: 'status', status: 500 }, /error \(500\)/],
    ['no reply', { kind: 'no-reply' }, /No complete response within 0.4 s/],
    ['a cut connection', { kind: 'cut' }, /did not answer|cut off/],
    ['a cut text', { kind: 'text', text: '{"word":"tw', finish: 'length' }, /cut off/],
    ['no JSON', { kind: 'garbage' }, /malformed/],
    ['JSON of another shape', { kind: 'object', value: { word: 7 } }, /malformed/],
  ];

  it.each(faults)('PROMISE 21 tries again after %s and then answers', async (_name, fault) => {
    service.next(fault, fault, good);
    expect(await createTestAi().generate(null, request)).toEqual({ word: 'two', count: 2 });
    expect(service.requests).toHaveLength(3);
  });

  it.each(faults)(
    'PROMISE 21 gives up after three times %s, with the reason',
    async (_name, fault, reason) => {
      service.always(fault);
      const failure = await failureOf();
      expect(failure.status).toBe(502);
      expect(failure.message).toMatch(reason);
      expect(service.requests).toHaveLength(3);
      expect(JSON.stringify([failure.message, failure.extra, lines])).not.toContain(KEY);
    },
  );

  it.each([401, 403, 404])(
    'PROMISE 21 does not repeat what cannot succeed (%i)',
    async (status) => {
      service.always({ kind: 'status', status });
      expect((await failureOf()).message).toMatch(/^The AI service (refused|does not know)/);
      expect(service.requests).toHaveLength(1);
    },
  );

  it('PROMISE 21 bounds all attempts together, so that the editor hears the reason', async () => {
    service.always({ kind: 'no-reply' });
    const settings = readSettings({
      NODE_ENV: 'test',
      AI_BASE_URL: service.baseUrl,
      AI_MODEL: 'm',
    });
    const ai = createAi(settings, log, { timeoutMs: 400, budgetMs: 600, pauseMs: 5 });
    expect((await failureOf(ai)).message).toMatch(/No complete response/);
    expect(service.requests).toHaveLength(2);
  });

  it('PROMISE 21 reads JSON in a fence, as some models write it', async () => {
    service.next({ kind: 'text', text: 'Sure!\n```json\n{"word":"two","count":2}\n```' });
    expect(await createTestAi().generate(null, request)).toEqual({ word: 'two', count: 2 });
  });

  it.each([[['json_object']], [['none']]])(
    'PROMISE 21 asks in a weaker way where %j is all the service knows',
    async (knowsFormats) => {
      const old = await startAiServer({ knowsFormats });
      try {
        const ai = createTestAi(old);
        old.always(good);
        expect(await ai.generate(null, request)).toEqual({ word: 'two', count: 2 });
        const first = old.requests.length;
        await ai.generate(null, request);
        expect(old.requests).toHaveLength(first + 1);
        expect(old.requests.at(-1)?.body.messages[0]?.content).toContain('"count"');
      } finally {
        await old.close();
      }
    },
  );
});

describe('many tasks at once', () => {
  const ask = async (ai: ReturnType<typeof createAi>, id: number) => {
    try {
      await ai.generate({ id, email: `${id}@example.com`, role: 'editor' }, request);
      return 200;
    } catch (error) {
      expect((error as AppError).headers?.['Retry-After']).toBe('30');
      return (error as AppError).status;
    }
  };

  it('PROMISE 21 stand in one queue, bounded for each user and in all, whichever part asks', async () => {
    service.always({ ...good, delayMs: 100 });
    const settings = readSettings({
      NODE_ENV: 'test',
      AI_BASE_URL: service.baseUrl,
      AI_MODEL: 'test-model',
    });
    const desk = createAi(settings, log);
    const seo = createAi(settings, log);
    const one = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i % 2 ? desk : seo, 1)));
    expect(one.filter((status) => status === 200)).toHaveLength(5);
    expect(one.filter((status) => status === 429)).toHaveLength(45);
    expect(service.requests).toHaveLength(5);
    const all = await Promise.all(Array.from({ length: 50 }, (_, user) => ask(desk, user)));
    expect(all.filter((status) => status === 200)).toHaveLength(20);
    expect(service.mostAtOnce()).toBe(3);
    expect(await ask(seo, 1)).toBe(200);
  });
});
