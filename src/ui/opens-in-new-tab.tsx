/** What is heard after the text of a link that carries the class `external`, whose arrow is what is seen. */
export function OpensInNewTab() {
  return <span className="sr-only"> (opens in a new tab)</span>;
}
