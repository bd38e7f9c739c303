import { clsx } from 'clsx';

/** Finished, sanitized HTML from the server; this folder carries no markdown parser. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return <div className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
