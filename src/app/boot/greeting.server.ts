import { styleText } from 'node:util';
import type { Settings } from '#platform/env.server.ts';
import type { Prepared } from './prepare.server.ts';

interface Greeting {
  port: number;
  settings: Pick<Settings, 'SITE_URL'>;
  firstAdmin: Prepared['firstAdmin'];
  ms: number;
}

const RULE = '═'.repeat(72);

/** Bold in a terminal, plain in a log. */
const mark = (text: string) => styleText('bold', text);

/** The start message: where the site is, and how to sign in. */
export const writeGreeting = ({ port, settings, firstAdmin, ms }: Greeting): string => {
  const isDefault = new URL(settings.SITE_URL).hostname === 'localhost';
  const address = isDefault ? `http://localhost:${port}` : settings.SITE_URL;
  const lines = [RULE, `Ready in ${(ms / 1000).toFixed(1)} s at ${mark(address)}`];
  if (firstAdmin) {
    lines.push(
      '',
      `The first administrator, shown this once (sign in at ${address}/auth):`,
      `  Email:    ${mark(firstAdmin.email)}`,
      `  Password: ${mark(firstAdmin.password)}`,
    );
  }
  return ['', ...lines, RULE, ''].join('\n');
};
