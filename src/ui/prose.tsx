import { cn } from './cn.ts';

/** Finished, sanitized HTML from the server; this folder carries no markdown parser. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return <div className={cn('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
