import { afterEach, beforeEach, vi } from 'vitest';

/** A test that makes something complain on the console has failed, whatever it asserts. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  if (calls.length > 0) throw new Error(`console.error: ${calls.map(String).join('\n')}`);
});
