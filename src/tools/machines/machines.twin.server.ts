import type { Twins } from '#content/shared/twin.ts';
import {
  bullets,
  type Inline,
  link,
  paragraph,
  section,
} from '#content/shared/twin-blocks.server.ts';
import { CALLS_A_MINUTE } from './site.ts';
import { ADDING, OTHER_WAYS, PAGE_INFO, type Run, TOOLS } from './ways-in.ts';

const code = (value: string): Inline => ({ type: 'inlineCode', value });

const write = (run: Run): string | Inline => {
  if (typeof run === 'string') return run;
  return 'code' in run ? code(run.code) : link(run.text, run.to);
};

export const machinesTwins: Twins = {
  '/for-machines': async ({ siteUrl }) => ({
    title: PAGE_INFO.title,
    summary: PAGE_INFO.description,
    blocks: [
      ...section(ADDING.title, [
        paragraph([`${ADDING.text} MCP server: `, code(`${siteUrl}/mcp`)]),
        ...bullets(ADDING.steps),
      ]),
      ...section(
        'Tools',
        bullets(TOOLS.map(([name, text]) => [code(name), ': ', ...text.map(write)])),
      ),
      ...section(
        'Other ways',
        bullets(OTHER_WAYS.map(([name, text]) => [`${name}: `, ...text.map(write)])),
      ),
      paragraph([`A client may make ${CALLS_A_MINUTE} calls a minute.`]),
    ],
  }),
};
