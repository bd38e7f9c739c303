import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { EditorState } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { provideCollections } from '#admin/collections.ts';
import { outlineOf } from '#admin/editor/writing/outline.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { openMarkdown } from './open-markdown.ts';
import { nodes, schema } from './schema.ts';

provideCollections([vendors]);

const STARTER = new URL('../../../../starter/', import.meta.url);

/** The body of every starter file that has one. */
const starterTexts = readdirSync(STARTER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => {
    const file = readFileSync(new URL(path, STARTER), 'utf8');
    return { path, text: file.replace(/^---\n[\s\S]*?\n---\n/, '') };
  });

/** One in five, for what costs more than reading. */
const someTexts = starterTexts.filter((_text, index) => index % 5 === 0);

const stateOf = (source: string) => {
  const opened = openMarkdown(source);
  return { opened, state: EditorState.create({ doc: opened.doc }) };
};

/** The document with a paragraph appended. */
const typeAtEnd = (source: string, words: string) => {
  const { opened, state } = stateOf(source);
  const { doc } = state;
  const end = doc.content.size;
  const changed = state.apply(
    state.tr.insert(end, nodes.paragraph.create(null, schema.text(words))),
  );
  return { opened, doc: changed.doc };
};

describe('each starter text', () => {
  it('is one of many', () => {
    expect(starterTexts.length).toBeGreaterThan(150);
  });

  it('is written back byte by byte, after an undo too', () => {
    for (const { path, text } of starterTexts) {
      const { opened, state } = stateOf(text);
      expect(opened.write(state.doc), path).toBe(text);
      // As after an undo: equal to the read document, but another object.
      expect(opened.write(schema.nodeFromJSON(state.doc.toJSON())), path).toBe(text);
    }
  });

  it('keeps every byte before what is added', () => {
    for (const { path, text } of someTexts) {
      const { opened, doc } = typeAtEnd(text, 'More words');
      const end = /\s*$/.exec(text)?.[0];
      expect(opened.write(doc), path).toBe(`${text.trimEnd()}\n\nMore words${end}`);
    }
  });

  it('reads the same when all of it is written anew', () => {
    for (const { path, text } of starterTexts) {
      const { doc } = openMarkdown(text);
      // A document that no source knows: every block is serialised.
      const again = openMarkdown(openMarkdown('').write(doc)).doc;
      expect(again.toString(), path).toBe(doc.toString());
    }
  });
});

const rewrite = (source: string) => openMarkdown('').write(openMarkdown(source).doc);

describe('a block that was changed', () => {
  it.each([
    ['## A heading', '## A heading'],
    ['Heading\n=======', '# Heading'],
    [
      '**bold** and *italic* and ~~gone~~ and `code`',
      '**bold** and *italic* and ~~gone~~ and `code`',
    ],
    ['***both***', '**_both_**'],
    ['**see [x](/y) now**', '**see [x](/y) now**'],
    ['one\ntwo', 'one\ntwo'],
    ['one  \ntwo', 'one\ntwo'],
    ['* a\n* b', '- a\n- b'],
    ['- a\n  - b\n\n    c', '- a\n  - b\n\n    c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['- [ ] open\n- [x] done', '- [ ] open\n- [x] done'],
    ['> a\n> b', '> a\n> b'],
    ['```js title\nlet a;\n```', '```js title\nlet a;\n```'],
    ['***', '---'],
    ['![alt](/uploads/a.webp "Photo: A")', '![alt](/uploads/a.webp "Photo: A")'],
    ['|a|b|\n|-|-:|\n|1|2|', '| a |  b |\n| - | -: |\n| 1 |  2 |'],
    ['[a][b]\n\n[b]: /c', '[a][b]\n\n[b]: /c'],
    ['**see [a][b] now**\n\n[b]: /c', '**see [a][b] now**\n\n[b]: /c'],
    ['*a note[^1]* here\n\n[^1]: Below', '*a note[^1]* here\n\n[^1]: Below'],
    ['[![alt](/uploads/a.webp)](/b) now', '[![alt](/uploads/a.webp)](/b) now'],
    ['**![alt](/uploads/a.webp) now**', '**![alt](/uploads/a.webp) now**'],
    ['A note[^1]\n\n[^1]: Below', 'A note[^1]\n\n[^1]: Below'],
    ['> [!NOTE]\n> Read *this*\n> first', '> [!NOTE]\n> Read *this*\n> first'],
    ['> [!tip]\n>\n> - a', '> [!TIP]\n>\n> - a'],
    ['> [!CAUTION]', '> [!CAUTION]'],
    ['> \\[!NOTE]\n> a', '> \\[!NOTE]\n> a'],
    [':::vendor ledger\n:::', ':::vendor ledger'],
    ['\\:::vendor ledger', '\\:::vendor ledger'],
    ['- :::vendor ledger', '- :::vendor ledger'],
    ['[A tour](https://vimeo.com/76979871)', '[A tour](https://vimeo.com/76979871)'],
    ['https://vimeo.com/76979871', '<https://vimeo.com/76979871>'],
    ['![a](/uploads/a.webp#width=50 "b")', '![a](/uploads/a.webp#width=50 "b")'],
    ['<b>not bold</b>', '\\<b>not bold\\</b>'],
  ])('%j is written as %j', (source, written) => {
    expect(rewrite(source)).toBe(written);
  });

  it('reads the same after it is written, whatever blocks stand in it and in each other', () => {
    const words = fc.constantFrom(
      'Words',
      'and *more*',
      ':::vendor ledger',
      '\\:::vendor a',
      '[!NOTE]',
    );
    const leaf = fc.oneof(
      words,
      fc.constantFrom(
        '[A tour](https://vimeo.com/76979871)',
        'https://youtu.be/aqz-KE-bpKQ',
        '![a](/uploads/a.webp#width=33 "b")',
        ':::vendor ledger\n:::',
        ':::other thing',
        '- a\n- b',
      ),
    );
    const quoted = (text: string) => text.replace(/^/gm, '> ');
    const block = fc.letrec<{ block: string }>((tie) => ({
      block: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc
          .tuple(fc.constantFrom('[!NOTE]', '[!warning]', '\\[!TIP]', '[!other]', ''), tie('block'))
          .map(([marker, inner]) => quoted(marker === '' ? inner : `${marker}\n\n${inner}`)),
      ),
    })).block;
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
        const source = blocks.join('\n\n');
        expect(openMarkdown(source).write(openMarkdown(source).doc)).toBe(source);
        const once = rewrite(source);
        expect(openMarkdown(once).doc.toString()).toBe(openMarkdown(source).doc.toString());
        expect(rewrite(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the others as they were, whatever their style', () => {
    const source = 'Title\n=====\n\n* one\n* two\n\n\nWords  \nand more\n';
    const { opened, state } = stateOf(source);
    const last = state.doc.child(2);
    const at = state.doc.content.size - last.nodeSize + 1;
    const { doc } = state.apply(state.tr.insertText('Other ', at));
    expect(opened.write(doc)).toBe('Title\n=====\n\n* one\n* two\n\n\nOther Words\nand more\n');
  });

  it('writes no mark around spaces, and nothing for empty lines', () => {
    const { opened, state } = stateOf('');
    const bold = schema.text(' bold ', [schema.marks.strong.create()]);
    const doc = nodes.doc.create(null, [
      nodes.paragraph.create(),
      nodes.paragraph.create(null, [schema.text('a'), bold, schema.text('b ')]),
      nodes.paragraph.create(),
    ]);
    expect(opened.write(doc)).toBe('a **bold** b');
    expect(opened.write(state.doc)).toBe('');
  });
});

it('the outline counts the headings that the editor shows at its top level', () => {
  const texts = ['A\n===\n\n> # B\n\n- C\n\n  ## D\n\n#\n\nE\r\n---\r\n\r\n<p>\n# F\n</p>'];
  for (const text of [...texts, ...someTexts.map((starter) => starter.text)]) {
    const shown: number[] = [];
    openMarkdown(text).doc.forEach(({ type, attrs }) => {
      if (type === nodes.heading) shown.push(attrs.level);
    });
    expect(outlineOf(text).map(({ level }) => level)).toEqual(shown);
  }
});

it.each([
  ['[a](javascript:alert(1))', 'a', {}],
  ['[a](/api/logout)', 'a', {}],
  ['[a](/vendors "Title")', 'a', { href: '/vendors', title: 'Title' }],
  ['![b](data:text/html,x)', 'img', { alt: 'b', title: '' }],
  ['![b](/uploads/b.png)', 'img', { src: '/uploads/b.png', alt: 'b', title: '' }],
])(
  'PROMISE 7 a stored text shows an address only where it is safe to follow: %s',
  (source, tag, attributes) => {
    const { doc } = openMarkdown(source);
    const shown: unknown[] = [];
    doc.descendants((node) => {
      const specs = [
        node.type.spec.toDOM?.(node),
        ...node.marks.map((mark) => mark.type.spec.toDOM?.(mark, true)),
      ];
      for (const spec of specs) if (Array.isArray(spec) && spec[0] === tag) shown.push(spec[1]);
    });
    expect(shown).toEqual([attributes]);
  },
);
