import type { Processor } from 'unified';

/** Raw HTML is not markup here: '<b>' is three characters of text (P18.02). */
export function showHtmlAsText(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ disable: { null: ['htmlFlow', 'htmlText'] } });
}
