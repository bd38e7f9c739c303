const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i;
const NUMBER = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i;

interface OpenList {
  level: number;
  list: Element;
}

const levelOf = (paragraph: Element): number | null => {
  const level = LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1];
  return level === undefined ? null : Number(level);
};

/** The sign that Word draws before an item; it is not part of the text. */
const takeSign = (paragraph: Element): string => {
  const signs = [...paragraph.querySelectorAll('span')].filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const text = signs.map((span) => span.textContent ?? '').join('');
  for (const span of signs) span.remove();
  return text;
};

/** Word writes a list as paragraphs that name their level: they become lists again. */
export const unfoldWordLists = (body: HTMLElement) => {
  const { ownerDocument: document } = body;
  let open: OpenList[] = [];
  let previous: Element | null = null;
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const level = levelOf(paragraph);
    if (level === null) continue;
    // Any element between two items ends the list.
    if (previous === null || paragraph.previousElementSibling !== previous) open = [];
    const tag = NUMBER.test(takeSign(paragraph)) ? 'ol' : 'ul';
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    open = open.filter((each) => each.level <= level);
    let current = open.at(-1);
    if (!current || current.level < level) {
      const list = document.createElement(tag);
      const host: Element | null = current?.list.lastElementChild ?? null;
      if (host) host.append(list);
      else paragraph.before(list);
      current = { level, list };
      open.push(current);
    }
    current.list.append(item);
    paragraph.remove();
    previous = open.at(0)?.list ?? null;
  }
};
