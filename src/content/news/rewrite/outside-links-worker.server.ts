import { serveTasks } from '#platform/serve-tasks.server.ts';
import { keepAllowedLinks } from './outside-links.server.ts';

export interface LinkTask {
  markdown: string;
  allowed: ReadonlySet<string>;
}

serveTasks(({ markdown, allowed }: LinkTask) => keepAllowedLinks(markdown, allowed));
