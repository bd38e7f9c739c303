import { expect, it } from 'vitest';
import { createOnce } from './create-once.ts';

it('PROMISE 14 sends the key of a create again whose response was lost, and a new one for the next', async () => {
  const body = { term: 'ledger' };
  const keys: string[] = [];
  const send = (isLost: boolean) => async (request: { body: object; key: string }) => {
    expect(request.body).toBe(body);
    keys.push(request.key);
    if (isLost) throw new TypeError('Failed to fetch');
    return 'made';
  };
  await expect(createOnce(body, send(true))).rejects.toThrow('Failed to fetch');
  expect(await createOnce(body, send(false))).toBe('made');
  expect(await createOnce(body, send(false))).toBe('made');
  const [lost = '', again, next] = keys;
  expect([again, next === lost, /^[\w-]{8,}$/.test(lost)]).toEqual([lost, false, true]);
});
