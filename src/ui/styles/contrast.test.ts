import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const PAIR = /--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;
const colors = new Map([...css.matchAll(PAIR)].map((m) => [m[1], { light: m[2], dark: m[3] }]));

type Theme = 'light' | 'dark';

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const linear = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const [r = 0, g = 0, b = 0] = linear;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string, theme: Theme): number {
  const [first, second] = [a, b].map((name) => luminance(colors.get(name)?.[theme] ?? ''));
  const high = Math.max(first ?? 0, second ?? 0);
  const low = Math.min(first ?? 0, second ?? 0);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['paper', 'raised', 'sunken'];
const texts = ['ink', 'soft', 'faint', 'accent', 'accent-strong', 'danger', 'warn', 'positive'];
const textPairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground])),
  // The wash lies below notices, quotes and chosen entries, whatever their color.
  ...texts.filter((text) => text !== 'warn').map((text) => [text, 'accent-wash']),
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-strong'],
  ['paper', 'ink'],
];
const parts = ['control', 'accent', 'heavy', 'accent-fill'];
const partPairs = parts.flatMap((part) => grounds.map((ground) => [part, ground]));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(textPairs)('text %s on %s reaches 4.5:1', (text = '', ground = '') => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(partPairs)('part %s on %s reaches 3:1', (part = '', ground = '') => {
    expect(contrast(part, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

it('reads every color of both themes from the tokens', () => {
  expect(colors.size).toBe((css.match(/light-dark\(/g) ?? []).length - 1);
});
