import { expect, it } from 'vitest';
import { ApiError } from '#platform/api-error.ts';
import { readToast } from '#ui/toast/toast-store.ts';
import { toastDone, toastOutcome } from './toast.ts';

const shown = () => [readToast()].map((one) => [one?.title, one?.description]);
const REFUSED = new ApiError(409, '', JSON.stringify({ message: 'It is used' }));

it('A15.13 tells what came of an action, with its reason when it failed', async () => {
  const isDone = await toastOutcome(async () => 2, 'Page deleted successfully');
  expect([isDone, shown()]).toEqual([true, [['Success', 'Page deleted successfully']]]);
  expect(await toastOutcome(() => Promise.reject(REFUSED), 'Done', 'Failed to delete')).toBe(false);
  expect(shown()).toEqual([['Error', 'Failed to delete: 409: It is used']]);
});

it('lets a screen word both, and say nothing of what the user gave up', async () => {
  await toastOutcome(
    async () => 2,
    (count) => `${count} restored`,
  );
  expect(shown()).toEqual([['Success', '2 restored']]);
  await toastOutcome(
    () => Promise.reject(REFUSED),
    'Done',
    () => 'Somebody else changed it',
  );
  expect(shown()).toEqual([['Error', 'Somebody else changed it']]);
  toastDone('Before');
  expect(
    await toastOutcome(
      async () => undefined,
      () => null,
    ),
  ).toBe(true);
  expect(await toastOutcome(async () => null, 'Done')).toBe(false);
  expect(shown()).toEqual([['Success', 'Before']]);
});
