import { serveTasks } from '#platform/serve-tasks.server.ts';
import { type LinkedOptions, toLinkedHtml } from './link-terms.server.ts';

export interface RenderTask {
  source: string;
  options: LinkedOptions;
}

serveTasks(({ source, options }: RenderTask) => toLinkedHtml(source, options));
