import { globSync, readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { renderMarkdown } from '#content/glossary/text-renderer.server.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import { typeset } from '#platform/text/typeset.ts';

/** Spaces alone differ where one paragraph ends and the next begins, and signs around a link. */
const letters = (text: string) => typeset(text).replace(/\s+/g, '');

it('P3.03 excerpts have the words that the page shows, in every text of the starter content', async () => {
  const files = globSync('starter/**/*.md');
  expect(files.length).toBeGreaterThan(200);
  let compared = 0;
  for (const file of files) {
    const body = readFileSync(file, 'utf8').split(/^---$/m).slice(2).join('---');
    const { document } = parseHTML(`<main>${await renderMarkdown(body)}</main>`);
    const shown = letters(document.querySelector('main')?.textContent ?? '');
    expect([file, letters(stripMarks(body))]).toEqual([file, shown]);
    compared += shown.length;
  }
  expect(compared).toBeGreaterThan(400_000);
});
