import * as z from 'zod';
import type { AppParts } from '#platform/app.server.ts';
import { unauthorized } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

const user = z
  .looseObject({ id: z.int(), email: z.string(), firstName: z.string().nullable() })
  .meta({ id: 'User' });

export const mountAuth = (api: Api, _parts: AppParts) => {
  endpoint(
    api,
    {
      method: 'get',
      path: '/api/auth/user',
      tag: 'Sign-in',
      summary: 'Who is signed in',
      access: 'session',
      answer: user,
    },
    ({ viewer }) => {
      if (!viewer) throw unauthorized();
      return viewer;
    },
  );
};
