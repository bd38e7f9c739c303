import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { AI_NOT_CONFIGURED, createAi } from './ai.server.ts';

/** Whether work that needs the AI service is offered, so that nobody hears of it only after a click. */
export const mountAi = (api: Api, { settings, log }: AppParts) => {
  const ai = createAi(settings, log);
  const getAiServiceCall = endpoint(api, {
    tag: { name: 'AI service', description: 'What rewrites, and looks for evidence.' },
    method: 'get',
    id: 'getAiService',
    path: '/api/ai-service',
    summary: 'Whether there is an AI service',
    access: 'viewer',
    response: z
      .object({
        notSetUp: z
          .string()
          .nullable()
          .meta({ description: 'Who can set one up; null where there is one' }),
      })
      .meta({ id: 'AiService' }),
    handle: () => ({ notSetUp: ai.isConfigured ? null : AI_NOT_CONFIGURED }),
  });
  return [getAiServiceCall];
};
