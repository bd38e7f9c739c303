import { expect, it } from 'vitest';
import { TOOLS } from '#admin/writing/tools.ts';
import { SHORTCUTS } from './shortcuts.ts';

it('? lists every key of a formatted text', () => {
  const listed = SHORTCUTS.text.keys.flatMap(({ keys }) => keys.split(/, | or /));
  const bound = TOOLS.flatMap(({ keys }) => keys ?? []);
  expect(bound.length).toBeGreaterThan(8);
  for (const keys of [...bound, 'Mod-Shift-z', 'Tab', 'Shift-Tab', 'Shift-Enter'])
    expect(listed).toContain(
      keys.replace('Mod', 'Ctrl').replace(/-([a-z])$/, (key) => key.toUpperCase()),
    );
});
