import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** Named in the example server of the suite alone: `test_simple_text`, `test://static-text` and the like. */
const EXAMPLES = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
];
/** The site offers tools and resources: no prompts and no completion. */
const NOT_OFFERED = [
  'completion-complete',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];
/** Each call is whole in itself (decision 0056): no stream, no session, no log, and nothing is asked of a client. */
const NEEDS_MEMORY = {
  2025: [
    'logging-set-level',
    'tools-call-with-logging',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-sse-multiple-streams',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  2026: [
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'server-stateless:sep-2575-server-sends-subscription-ack',
    'server-stateless:sep-2575-server-tags-subscription-id',
  ],
};
/** Single checks of scenarios that hold otherwise, which ask for tools of the example server and for prompts. */
const EXAMPLE_CHECKS = [
  'server-stateless:sep-2575-server-rejects-undeclared-capability',
  'server-stateless:sep-2575-missing-capability-http-400',
  'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
  'server-stateless:sep-2575-server-no-log-without-loglevel',
  'caching:sep-2549-prompts-list-caching-hints',
];

const EXCLUDED = {
  '2025-11-25': [...EXAMPLES, ...NOT_OFFERED, ...NEEDS_MEMORY[2025]],
  '2026-07-28': [...EXAMPLES, ...NOT_OFFERED, ...NEEDS_MEMORY[2026], ...EXAMPLE_CHECKS],
};

let site: Served;
let folder: string;

beforeAll(async () => {
  site = await serve({ settings: { SITE_URL: 'http://localhost' } });
  folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const run = (args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], { cwd: folder }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: out + err }),
    );
  });

it.each(Object.entries(EXCLUDED))(
  'keeps what revision %s requires of a server, but for what is named here, which fails as it must',
  async (revision, excluded) => {
    const baseline = join(folder, `${revision}.json`);
    // JSON is YAML. The program fails on what is not named, and on what is named and holds.
    await writeFile(baseline, JSON.stringify({ server: excluded }));
    const { code, output } = await run([
      'server',
      ...['--url', `http://localhost:${site.port}/mcp`],
      ...['--requirements', revision],
      ...['--expected-failures', baseline],
    ]);
    expect(code, output).toBe(0);
    expect(output).toContain('✓ dns-rebinding-protection: 2 passed, 0 failed');
    expect(output).toMatch(/✓ tools-list: [34] passed, 0 failed/);
    expect(output).toContain('✓ resources-list: 2 passed, 0 failed');
  },
  300_000,
);
