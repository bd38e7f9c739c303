import { type HtmlContent, type HtmlElement, textOf } from './hast.ts';

/** '1,250', '$40,000', '0.1%', '30 to 45', '–': cells compared digit by digit. */
const NUMBER =
  /^[~≈<>±+−–-]?\s?[$€£]?\d[\d,.]*\s?(?:%|bp|bps|[kKmMbB]n?|million|billion)?(?:\s?(?:–|-|to)\s?[$€£]?\d[\d,.]*\s?(?:%|bps|[kKmMbB]n?|million|billion)?)?$/;
const EMPTY = /^[–—-]?$/;

const elementsOf = (parent: HtmlElement, tagName: string): HtmlElement[] =>
  (parent.children as HtmlContent[]).filter(
    (child): child is HtmlElement => child.type === 'element' && child.tagName === tagName,
  );

const cellsOf = (row: HtmlElement) =>
  (row.children as HtmlContent[]).filter((child) => child.type === 'element');

const isNumeric = (cells: readonly HtmlElement[]) => {
  const texts = cells.map((cell) => textOf(cell).trim());
  return (
    texts.every((text) => NUMBER.test(text) || EMPTY.test(text)) &&
    texts.some((text) => NUMBER.test(text))
  );
};

/** Columns that hold numbers alone are set to the right, their heads too, unless the author chose otherwise. */
export function alignNumbers(table: HtmlElement): void {
  const rows = ['thead', 'tbody'].map((part) =>
    elementsOf(table, part).flatMap((one) => elementsOf(one, 'tr')),
  );
  const [head = [], body = []] = rows.map((part) => part.map(cellsOf));
  const width = Math.max(0, ...body.map((cells) => cells.length));
  for (let column = 0; column < width; column += 1) {
    const cells = body.flatMap((row) => row[column] ?? []);
    if (!isNumeric(cells)) continue;
    for (const cell of [...head.flatMap((row) => row[column] ?? []), ...cells]) {
      if (cell.properties.align === undefined) cell.properties.className = ['number'];
    }
  }
}
