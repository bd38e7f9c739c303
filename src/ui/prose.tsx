/** Finished, sanitized HTML from the server; this folder carries no markdown parser. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
