import { expect, it } from 'vitest';
import { toProblem } from './api.server.ts';

it.each(['ENOSPC', 'EDQUOT', '53100'])(
  'PROMISE 26 a write on a full disk (%s) says so, with 507',
  (code) => {
    const cause = Object.assign(new Error('no room'), { code });
    const error = new Error('Failed query', { cause });
    const { status, body } = toProblem(error, 'abcdefgh');
    expect(status).toBe(507);
    expect(body.message).toMatch(/^The disk of the server is full\./);
  },
);
