import { expect, it } from 'vitest';
import { printFoot } from './page-head.ts';

const footOf = (name: string) =>
  printFoot({ name, url: '', day: '2026-11-15', requestId: '' }, 'https://x.example/a?b=1');

it('names the site, the address and the day in the foot of a printed page', () => {
  expect(footOf('Guide')).toBe(
    ':root{--print-foot:"Guide, https://x.example/a?b=1, as of 2026-11-15"}',
  );
});

it('PROMISE 12 nothing in a name ends the string or the style sheet', () => {
  const foot = footOf('A"} </style><script>\\');
  expect(foot.match(/"/g)).toHaveLength(2);
  expect(foot.match(/[<>]/g)).toBeNull();
  expect(foot).toContain('A\\22 \\7d  \\3c /style\\3e \\3c script\\3e \\5c ');
});
