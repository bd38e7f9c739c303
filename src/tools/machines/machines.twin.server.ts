import type { Twins } from '#content/shared/twin.ts';
import { bullets, paragraph, section } from '#content/shared/twin-blocks.server.ts';
import { parseTree } from '#platform/text/parse-markdown.ts';
import { CALLS_A_MINUTE, PAGE_INFO } from './site.ts';
import { ADDING, OTHER_WAYS, TOOLS } from './ways-in.ts';

const asList = (lines: readonly string[]) =>
  parseTree(lines.map((line) => `- ${line}`).join('\n')).children;

export const machinesTwins: Twins = {
  '/for-machines': async ({ siteUrl }) => ({
    title: PAGE_INFO.title,
    summary: PAGE_INFO.description,
    blocks: [
      ...section(ADDING.title, [
        paragraph([`${ADDING.text} MCP server: `, { type: 'inlineCode', value: `${siteUrl}/mcp` }]),
        ...bullets(ADDING.steps),
      ]),
      ...section('Tools', asList(TOOLS.map(([name, text]) => `\`${name}\`: ${text}`))),
      ...section('Other ways', asList(OTHER_WAYS.map(([name, text]) => `${name}: ${text}`))),
      paragraph([`A client may make ${CALLS_A_MINUTE} calls a minute.`]),
    ],
  }),
};
