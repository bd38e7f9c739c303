import { baseKeymap } from 'prosemirror-commands';
import { GapCursor, gapCursor } from 'prosemirror-gapcursor';
import {
  type Command,
  EditorState,
  NodeSelection,
  Selection,
  TextSelection,
} from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { describe, expect, it } from 'vitest';
import {
  insertPicture,
  insertRule,
  insertTable,
  leaveCode,
  openFence,
  pictureBelowHeading,
} from './commands.ts';
import { openMarkdown, readClipboardText } from './markdown/open-markdown.ts';
import { arrowInCell, lineAfterTable } from './tables.ts';

const TABLE = '| A | B |\n| - | - |\n| 1 | 2 |';

/** The text in the editor, with the cursor behind these words. */
const openAt = (source: string, words: string) => {
  const opened = openMarkdown(source);
  const plugins = [lineAfterTable(), pictureBelowHeading(), tableEditing(), gapCursor()];
  const state = EditorState.create({ doc: opened.doc, plugins });
  let at = -1;
  state.doc.descendants((node, pos) => {
    const found = node.isText ? (node.text ?? '').indexOf(words) : -1;
    if (found >= 0) at = pos + found + words.length;
  });
  const text = {
    current: state.apply(
      state.tr.setSelection(
        at < 0 ? Selection.atEnd(state.doc) : TextSelection.create(state.doc, at),
      ),
    ),
  };
  return {
    run: (command: Command) =>
      command(text.current, (tr) => {
        text.current = text.current.apply(tr);
      }),
    type: (typed: string) => {
      text.current = text.current.apply(text.current.tr.insertText(typed));
    },
    paste: (pasted: string) => {
      const { tr } = text.current;
      text.current = text.current.apply(
        tr.replaceSelection(readClipboardText(pasted)).setMeta('paste', true),
      );
    },
    state: () => text.current,
    markdown: () => opened.write(text.current.doc),
  };
};

const enter: Command = (state, dispatch) =>
  openFence(state, dispatch) ||
  leaveCode(state, dispatch) ||
  (baseKeymap.Enter?.(state, dispatch) ?? false);

describe('tables', () => {
  it('ArrowDown goes to the cell below, and from the last row to the line below, never to a gap', () => {
    const editor = openAt(TABLE, 'B');
    expect(editor.run(arrowInCell(1))).toBe(true);
    editor.type('x');
    expect(editor.markdown()).toBe('| A | B  |\n| - | -- |\n| 1 | 2x |');
    expect(editor.run(arrowInCell(1))).toBe(true);
    expect(editor.state().selection).not.toBeInstanceOf(GapCursor);
    editor.type('Below');
    expect(editor.markdown().endsWith('|\n\nBelow')).toBe(true);
    expect(editor.run(arrowInCell(-1))).toBe(false);
  });

  it('no gap cursor stands between cells or rows', () => {
    const { state } = openAt(TABLE, 'B');
    const { doc } = state();
    const gaps: number[] = [];
    for (let at = 0; at <= doc.content.size; at += 1) {
      const $at = doc.resolve(at);
      const isGap = Reflect.get(GapCursor, 'valid');
      if (isGap($at)) gaps.push(at);
    }
    // Above the table alone: below it there is a line.
    expect(gaps).toEqual([0]);
  });

  it('text that is pasted after a pasted table stands after it', () => {
    const editor = openAt('Before', 'Before');
    editor.type('!');
    editor.run((state, dispatch) => baseKeymap.Enter?.(state, dispatch) ?? false);
    editor.paste(TABLE);
    editor.paste('After the table');
    expect(editor.markdown()).toBe(`Before!\n\n${TABLE}\n\nAfter the table`);
  });

  it('a text that ends with a table is left as it is, and goes on below it', () => {
    const editor = openAt(TABLE, '');
    expect(editor.markdown()).toBe(TABLE);
    editor.run((state, dispatch) => {
      dispatch?.(state.tr.setSelection(Selection.atEnd(state.doc)));
      return true;
    });
    editor.paste('After');
    expect(editor.markdown()).toBe(`${TABLE}\n\nAfter`);
  });

  it('a text of two paragraphs that is pasted into a cell leaves the table whole', () => {
    const editor = openAt(TABLE, '1');
    editor.paste('One\n\nTwo');
    expect(editor.state().doc.firstChild?.childCount).toBe(2);
  });
});

it('a picture that is put on a heading stands below it, and in a line where it was put', () => {
  const picture = { src: '/uploads/a.webp', alt: 'A', title: '' };
  const heading = openAt('## Costs\n\nText', 'Cos');
  heading.run(insertPicture(picture));
  expect(heading.markdown()).toBe('## Costs\n\n![A](/uploads/a.webp)\n\nText');
  const line = openAt('## Costs\n\nText', 'Te');
  line.run(insertPicture(picture));
  expect(line.markdown()).toBe('## Costs\n\nTe![A](/uploads/a.webp)xt');
});

/** The text with its first such block selected. */
const selectFirst = (source: string, name: string) => {
  const editor = openAt(source, 'A');
  editor.run((state, dispatch) => {
    const at = state.doc.children.findIndex(({ type }) => type.name === name);
    const pos = state.doc.children.slice(0, at).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, pos)));
    return true;
  });
  return editor;
};

describe('a block that is chosen while another is selected', () => {
  const picture = { src: '/uploads/a.webp', alt: 'P', title: '' };

  it('stands below it, and so does a picture', () => {
    const rule = selectFirst('A\n\n---\n\nB', 'horizontal_rule');
    expect(rule.run(insertTable)).toBe(true);
    expect(rule.markdown()).toMatch(/^A\n\n---\n\n\|.*\|\n\nB$/s);
    const image = selectFirst('A\n\n---\n\nB', 'horizontal_rule');
    expect(image.run(insertPicture(picture))).toBe(true);
    expect(image.markdown()).toBe('A\n\n---\n\n![P](/uploads/a.webp)\n\nB');
  });

  it('stands at the gap above a table', () => {
    const insertAtGap = (command: Command) => {
      const gap = openAt(TABLE, 'B');
      gap.run((state, dispatch) => {
        dispatch?.(state.tr.setSelection(new GapCursor(state.doc.resolve(0))));
        return true;
      });
      expect(gap.run(command)).toBe(true);
      return gap.markdown();
    };
    expect(insertAtGap(insertRule)).toBe(`---\n\n${TABLE}`);
    expect(insertAtGap(insertPicture(picture))).toBe(`![P](/uploads/a.webp)\n\n${TABLE}`);
  });

  it('a picture takes the place of a selected one, in a heading too', () => {
    const editor = openAt('## A ![Old](/uploads/old.webp)', 'A ');
    editor.run(({ tr, selection }, dispatch) => {
      dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, selection.to)));
      return true;
    });
    expect(editor.run(insertPicture(picture))).toBe(true);
    expect(editor.markdown()).toBe('## A ![P](/uploads/a.webp)');
  });
});

it('a picture of the text that is dragged onto a heading stands below it, and in a line where it is dropped', () => {
  // As the editor's view drops a selected picture.
  const drop =
    (words: string): Command =>
    ({ doc, tr }, dispatch) => {
      let from = 0;
      let to = 0;
      doc.descendants((node, pos) => {
        if (node.type.name === 'image') from = pos;
        if (node.text?.startsWith(words)) to = pos + words.length;
      });
      const image = doc.nodeAt(from);
      if (!image) return false;
      tr.delete(from, from + 1).insert(tr.mapping.map(to), image);
      tr.setSelection(NodeSelection.create(tr.doc, tr.mapping.map(to, -1)));
      dispatch?.(tr.setMeta('uiEvent', 'drop'));
      return true;
    };
  const source = '## Costs\n\nText\n\nA ![A](/uploads/a.webp) b';
  const heading = openAt(source, 'Te');
  expect(heading.run(drop('Cos'))).toBe(true);
  expect(heading.markdown()).toBe('## Costs\n\n![A](/uploads/a.webp)\n\nText\n\nA  b');
  const line = openAt(source, 'Te');
  line.run(drop('Te'));
  expect(line.markdown()).toBe('## Costs\n\nTe![A](/uploads/a.webp)xt\n\nA  b');
});

describe('code', () => {
  it('opens with Enter after its fence, without an empty line, and is left by three Enters', () => {
    const editor = openAt('', '');
    editor.type('```js');
    editor.run(enter);
    editor.type('a = 1');
    for (let times = 0; times < 3; times += 1) editor.run(enter);
    editor.type('Text');
    expect(editor.markdown()).toBe('```js\na = 1\n```\n\nText');
  });
});

describe('footnotes', () => {
  it('stay as typed, and as saved when their paragraph is edited', () => {
    const typed = openAt('', '');
    typed.type('Fees fell[^1] and [not a link].');
    typed.run(enter);
    typed.type('[^1]: Source: a study.');
    const saved = typed.markdown();
    expect(saved).toBe('Fees fell[^1] and \\[not a link].\n\n[^1]: Source: a study.');
    const later = openAt(saved, 'Fees');
    later.type(' once');
    expect(later.markdown()).toBe(
      'Fees once fell[^1] and \\[not a link].\n\n[^1]: Source: a study.',
    );
  });

  it('a reference whose note is not written yet stays one', () => {
    const editor = openAt('Fees fell[^a-b].', 'Fees');
    editor.type(' once');
    expect(editor.markdown()).toBe('Fees once fell[^a-b].');
  });
});
