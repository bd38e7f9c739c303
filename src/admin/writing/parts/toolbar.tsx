import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Toolbar as RadixToolbar } from 'radix-ui';
import {
  hasMark,
  insertTable,
  isInside,
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleList,
  toggleQuote,
  toggleStrike,
} from '#admin/writing/commands.ts';
import { marks, nodes } from '#admin/writing/markdown/schema.ts';
import type { Openers } from '#admin/writing/use-rich-text.ts';
import { type IconComponent, Search } from '#ui/icons.tsx';
import {
  BoldIcon,
  BulletsIcon,
  CodeIcon,
  HeadingIcon,
  ItalicIcon,
  LinkIcon,
  NumbersIcon,
  PictureIcon,
  QuoteIcon,
  RedoIcon,
  StrikeIcon,
  SubheadingIcon,
  TableIcon,
  UndoIcon,
} from './icons.tsx';

interface Tool {
  label: string;
  /** As a person reads it: 'Ctrl-B'. */
  keys?: string;
  icon: IconComponent;
  run: Command;
  isOn?: (state: EditorState) => boolean;
  isOff?: (state: EditorState) => boolean;
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    keys: 'Ctrl-B',
    icon: BoldIcon,
    run: toggleBold,
    isOn: (state) => hasMark(state, marks.strong),
  },
  {
    label: 'Italic',
    keys: 'Ctrl-I',
    icon: ItalicIcon,
    run: toggleItalic,
    isOn: (state) => hasMark(state, marks.em),
  },
  {
    label: 'Strikethrough',
    icon: StrikeIcon,
    run: toggleStrike,
    isOn: (state) => hasMark(state, marks.strike),
  },
  {
    label: 'Code',
    keys: 'Ctrl-E',
    icon: CodeIcon,
    run: toggleCode,
    isOn: (state) => hasMark(state, marks.code),
  },
  {
    label: 'Heading',
    keys: 'Ctrl-Alt-2',
    icon: HeadingIcon,
    run: toggleHeading(2),
    isOn: (state) => isInside(state, nodes.heading, { level: 2 }),
  },
  {
    label: 'Subheading',
    keys: 'Ctrl-Alt-3',
    icon: SubheadingIcon,
    run: toggleHeading(3),
    isOn: (state) => isInside(state, nodes.heading, { level: 3 }),
  },
  {
    label: 'Bulleted list',
    keys: 'Ctrl-Shift-8',
    icon: BulletsIcon,
    run: toggleList(nodes.bullet_list),
    isOn: (state) => isInside(state, nodes.bullet_list),
  },
  {
    label: 'Numbered list',
    keys: 'Ctrl-Shift-7',
    icon: NumbersIcon,
    run: toggleList(nodes.ordered_list),
    isOn: (state) => isInside(state, nodes.ordered_list),
  },
  {
    label: 'Quote',
    keys: 'Ctrl-Shift-9',
    icon: QuoteIcon,
    run: toggleQuote,
    isOn: (state) => isInside(state, nodes.blockquote),
  },
  {
    label: 'Table',
    icon: TableIcon,
    run: insertTable,
    isOff: (state) => isInside(state, nodes.table),
  },
];

const HISTORY: readonly Tool[] = [
  {
    label: 'Undo',
    keys: 'Ctrl-Z',
    icon: UndoIcon,
    run: undo,
    isOff: (state) => undoDepth(state) === 0,
  },
  {
    label: 'Redo',
    keys: 'Ctrl-Y',
    icon: RedoIcon,
    run: redo,
    isOff: (state) => redoDepth(state) === 0,
  },
];

interface ToolbarProps {
  view: EditorView;
  state: EditorState;
  openers: Openers;
}

/** All that can be done to the text by a click; one stop of the Tab key, with arrows inside. */
export function Toolbar({ view, state, openers }: ToolbarProps) {
  const showTool = (tool: Tool) => (
    <ToolButton
      key={tool.label}
      label={tool.label}
      keys={tool.keys}
      icon={tool.icon}
      isOn={tool.isOn?.(state)}
      isOff={tool.isOff?.(state) ?? false}
      onClick={() => {
        tool.run(view.state, view.dispatch, view);
        view.focus();
      }}
    />
  );
  return (
    <RadixToolbar.Root
      aria-label="Formatting"
      className="sticky -top-5 z-10 flex overflow-x-auto border-b border-line bg-raised"
    >
      {TOOLS.map(showTool)}
      <ToolButton
        label="Link"
        keys="Ctrl-K"
        icon={LinkIcon}
        isOn={hasMark(state, marks.link)}
        onClick={openers.openLink}
      />
      <ToolButton label="Picture" icon={PictureIcon} onClick={() => openers.openPicture()} />
      {HISTORY.map(showTool)}
      <ToolButton label="Find and replace" keys="Ctrl-F" icon={Search} onClick={openers.openFind} />
    </RadixToolbar.Root>
  );
}

interface ToolButtonProps {
  label: string;
  keys?: string | undefined;
  icon: IconComponent;
  isOn?: boolean | undefined;
  isOff?: boolean;
  onClick: () => void;
}

function ToolButton({ label, keys, icon: Icon, isOn, isOff = false, onClick }: ToolButtonProps) {
  return (
    <RadixToolbar.Button
      type="button"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      // The cursor stays where it is in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onClick()}
      className="inline-flex size-11 shrink-0 items-center justify-center text-soft -outline-offset-2 hover:text-accent aria-disabled:opacity-35 aria-pressed:bg-accent-wash aria-pressed:text-accent sm:size-9"
    >
      <Icon aria-hidden className="size-4" />
    </RadixToolbar.Button>
  );
}
