/** Raw HTML is not markup here: '<b>' is three characters of text (P18.02). */
export function showHtmlAsText(this: { data(): { micromarkExtensions?: unknown[] } }): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ disable: { null: ['htmlFlow', 'htmlText'] } });
}
