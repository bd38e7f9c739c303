import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const settings = readFileSync('src/platform/env.server.ts', 'utf8');
const names = [...settings.matchAll(/^ {2}([A-Z]+_[A-Z_]+): /gm)].map(([, name]) => name);
const NAME = new RegExp(`\\b(?:${names.join('|')})\\b`);

const filesOf = (pattern: string) =>
  globSync(pattern).filter(
    (file) => !/\.test\.|\/testing\/|\.cli\.|take-over|stored-services/.test(file),
  );

/** Sentences of a file: what stands between quotes, without the values that are put in. */
const sentencesOf = (source: string) =>
  [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)]
    .map(
      ([, plain, quoted, template]) =>
        plain ?? quoted ?? template?.replace(/\$\{[^}]*\}/g, '') ?? '',
    )
    .filter((text) => text.includes(' '))
    // The server's words when it does not start.
    .filter((sentence) => !sentence.startsWith('Wrong setting:'));

it('names no setting of the server in the panel, on pages and in errors', () => {
  expect(names).toContain('NEWS_FETCH_CRON');
  const screens = filesOf('src/**/*.tsx').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => NAME.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  const errors = filesOf('src/{kit,modules,content,tools,admin,client,site,ui}/**/*.ts').flatMap(
    (file) =>
      sentencesOf(readFileSync(file, 'utf8'))
        .filter((sentence) => NAME.test(sentence))
        .map((sentence) => `${file}: ${sentence}`),
  );
  expect([...screens, ...errors]).toEqual([]);
});
