import { type LinkedOptions, toLinkedHtml } from './link-terms.server.ts';

export interface RenderTask {
  source: string;
  options: LinkedOptions;
}

export const work = ({ source, options }: RenderTask) => toLinkedHtml(source, options);
