import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

describe('the OpenAPI document before a linter', () => {
  it("keeps every one of Redocly's recommended rules", async () => {
    const source = await (await app.api.request('/api/openapi.json')).text();
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, config });
    const told = problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      at: location[0]?.pointer,
    }));
    expect(told).toEqual([]);
  });
});
