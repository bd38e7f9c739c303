import { createRequire } from 'node:module';
import {
  createContext,
  createElement,
  Fragment,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { describe, expect, it } from 'vitest';
import { writeHtml } from './write-html.ts';

/** The build that serves visitors; the other one finds fault with trees that make no sense, as most of these. */
const { renderToString }: typeof import('react-dom/server') = createRequire(import.meta.url)(
  `${import.meta.dirname}/../../../node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js`,
);

/** A stream of numbers that is the same in every run. */
const seeded = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

const TEXTS = [
  '',
  ' ',
  'plain',
  'a & b < c > d "e" \'f\'',
  '</script><script>alert(1)</script>',
  '<!-- -->',
  'Zürich – €',
  'javascript:alert(1)',
];
const TAGS = [
  'div',
  'p',
  'span',
  'a',
  'ul',
  'li',
  'section',
  'table',
  'col',
  'hr',
  'td',
  'svg',
  'path',
  'button',
  'img',
  'br',
  'input',
  'form',
  'label',
  'time',
  'details',
  'h2',
];
const LINKS = ['/vendors', 'https://a.example/?x=1&y="2"', '#top', '/a b'];
const VALUES: Record<string, readonly unknown[]> = {
  className: TEXTS,
  id: TEXTS,
  title: TEXTS,
  href: LINKS,
  src: LINKS,
  action: LINKS,
  method: ['get'],
  'aria-hidden': [true, false, 'true', undefined],
  'aria-label': TEXTS,
  'data-differs': [true, false, 0, 'x'],
  hidden: [true, false, undefined],
  open: [true, false],
  disabled: [true, false],
  tabIndex: [-1, 0],
  dateTime: ['2026-01-01'],
  htmlFor: TEXTS,
  colSpan: [2],
  role: ['list'],
  strokeWidth: ['1.5', 2],
  viewBox: ['0 0 24 24'],
  width: [40, '40'],
  loading: ['lazy'],
  value: TEXTS,
  defaultValue: TEXTS,
  checked: [true, false],
  popover: ['auto'],
  popoverTarget: ['nav'],
  translate: [true, 'no'],
  style: [{ '--columns': 3, color: 'red', marginTop: '1px' }, {}],
  onClick: [() => undefined],
  ref: [null],
};

const Wrapped = ({ children }: { children?: ReactNode }): ReactNode => {
  const [word] = useState('state');
  return [word, children];
};

const makeTree = (next: (below: number) => number, depth: number): ReactNode => {
  const pick = <T,>(from: readonly T[]) => from[next(from.length)] as T;
  const kind = next(depth > 4 ? 3 : 10);
  if (kind === 0) return pick(TEXTS);
  if (kind === 1) return next(1000);
  if (kind === 2) return pick([null, undefined, true, false]);
  const children = Array.from({ length: next(4) }, () => makeTree(next, depth + 1));
  if (kind === 3) return children.map((child, index) => <Fragment key={index}>{child}</Fragment>);
  if (kind === 4) return createElement(Wrapped, null, ...children);
  const tag = pick(TAGS);
  const props: Record<string, unknown> = {};
  for (let count = next(4); count > 0; count -= 1) {
    const name = pick(Object.keys(VALUES));
    if (tag === 'input' || !/value|checked/i.test(name)) props[name] = pick(VALUES[name] ?? []);
  }
  if (/^(?:img|br|col|hr|input)$/.test(tag)) return createElement(tag, props);
  if (next(6) > 0) return createElement(tag, props, ...children);
  return createElement(tag, { ...props, dangerouslySetInnerHTML: { __html: '<b>x</b>' } });
};

/** The order of attributes is free, and React asks for pictures ahead of time; a browser sees no difference. */
const settle = (html: string) =>
  html
    .replaceAll(/<link rel="preload" as="image"[^>]*\/>/g, '')
    .replaceAll(/<(\w+)((?: [\w-]+="[^"]*")+)/g, (_all, tag: string, attributes: string) => {
      const parts = attributes.match(/ [\w-]+="[^"]*"/g) ?? [];
      return `<${tag}${parts.toSorted().join('')}`;
    });

const asReact = (node: ReactNode) => settle(renderToString(<main>{node}</main>));

/** Within a render, as on a page: components may use state. */
const write = (node: ReactNode): string | null => {
  let html: string | null = null;
  const Page = () => {
    html = writeHtml(node);
    return null;
  };
  renderToString(<Page />);
  return html === null ? null : settle(`<main>${html}</main>`);
};

describe('what the server writes without React', () => {
  it('PROMISE 7 is letter by letter what React writes, for thousands of trees', () => {
    const next = seeded(2026);
    let written = 0;
    for (let count = 0; count < 4000; count += 1) {
      const tree = makeTree(next, 0);
      const html = write(tree);
      if (html === null) continue;
      written += 1;
      expect(html).toBe(asReact(tree));
    }
    expect(written).toBeGreaterThan(2500);
  });

  it('chooses the option that a select names, as React does', () => {
    const form = (chosen: string) => (
      <select value={chosen} onChange={() => undefined}>
        <option value="">All</option>
        <option value="a">A</option>
      </select>
    );
    for (const chosen of ['', 'a', 'none']) expect(write(form(chosen))).toBe(asReact(form(chosen)));
  });

  it('keeps two texts apart, and pieces within pieces', () => {
    const Inner = () => <p dangerouslySetInnerHTML={{ __html: writeHtml(['a', 'b']) ?? '' }} />;
    const tree = ['x', 1, <Inner key="i" />, 'y', 'z'];
    expect(writeHtml(tree)).toBe('x<!-- -->1<p>a<!-- -->b</p>y<!-- -->z');
  });
});

const SCRIPT_LINK = ['javascript', 'alert(1)'].join(':');
const Context = createContext('');
const Late = lazy(async () => ({ default: () => <p /> }));
const Remembered = memo(() => <p />);

describe('what is left to React', () => {
  it.each([
    [
      'a script address',
      <a key="a" href={SCRIPT_LINK}>
        x
      </a>,
    ],
    [
      'a script address in disguise',
      <a key="a" href={'\u0001 java\nscript:alert(1)'}>
        x
      </a>,
    ],
    ['an action', <form key="f" action={() => undefined} />],
    ['a boundary', <Suspense key="s" fallback={null} />],
    ['a context', <Context key="c" value="x" />],
    ['a memo', <Remembered key="m" />],
    ['a part that comes later', <Late key="l" />],
    ['what belongs into the head', <title key="t">x</title>],
    ['a script', <script key="s">1</script>],
    ['a text area', <textarea key="t" defaultValue="x" />],
    ['an element of its own', createElement('my-element', { key: 'e' })],
    [
      'an attribute that it does not know',
      <div key="d" contentEditable suppressContentEditableWarning />,
    ],
    ['a number that takes a unit', <div key="d" style={{ top: 3 }} />],
  ])('%s', (_what, node) => {
    expect(writeHtml(<div>{node}</div>)).toBeNull();
  });

  it('an error of a component passes through, and the next page starts clean', () => {
    const Broken = (): ReactNode => {
      throw new Error('broken');
    };
    expect(() =>
      writeHtml(
        <p>
          half <Broken />
        </p>,
      ),
    ).toThrow('broken');
    expect(writeHtml('whole')).toBe('whole');
  });

  it('useId is not used where pages are written: the server would count otherwise', async () => {
    const files = import.meta.glob(
      ['../**/*.tsx', '../../site/**/*.tsx', '../../content/*/site/**/*.tsx', '!**/*.test.tsx'],
      {
        query: '?raw',
        import: 'default',
        eager: true,
      },
    ) as Record<string, string>;
    expect(Object.keys(files).length).toBeGreaterThan(100);
    expect(Object.keys(files).filter((name) => /\buseId\b/.test(files[name] ?? ''))).toEqual([]);
  });
});
