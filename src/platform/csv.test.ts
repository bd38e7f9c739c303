import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  [' =1', "' =1"],
  ['\u00A0=1', "'\u00A0=1"],
  ['\u200B=1', "'\u200B=1"],
  ['\uFEFF\u2060 @sum', "'\uFEFF\u2060 @sum"],
  // Invisible, and neither white space nor a control character.
  ['\u3164=1', "'\u3164=1"],
  ['\u034F\uFE0F=1', "'\u034F\uFE0F=1"],
  ['\u2800+1', "'\u2800+1"],
  [' plain', ' plain'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain = text', 'plain = text'],
])('writes %j as %s', (cell, written) => {
  expect(toCsv([[cell, 'x']])).toBe(`${written},x\r\n`);
});
