import { clsx } from 'clsx';
import { CreditCard, Image, Link, Video } from 'lucide';
import type { Command, EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { Toolbar as RadixToolbar } from 'radix-ui';
import { calloutKindOf, setCallout } from '#admin/writing/block-commands.ts';
import { hasMark, type OpenPart } from '#admin/writing/commands.ts';
import { FORMATS, type Format, HISTORY } from '#admin/writing/formats.ts';
import { marks } from '#admin/writing/markdown/schema.ts';
import { CALLOUTS, type Callout } from '#platform/text/blocks.ts';
import { type IconComponent, icon, Search } from '#ui/icons.tsx';

const LinkIcon = icon(Link);
const PictureIcon = icon(Image);
const CardIcon = icon(CreditCard);
const VideoIcon = icon(Video);

/** 'Mod-b' as a person reads it: 'Ctrl-B'. */
const sayKeys = (keys: string) =>
  keys.replace('Mod', 'Ctrl').replace(/.$/, (last) => last.toUpperCase());

interface ToolbarProps {
  view: EditorView;
  state: EditorState;
  open: OpenPart;
}

/** All that can be done to the text by a click; one stop of the Tab key, with arrows inside. */
export function Toolbar({ view, state, open }: ToolbarProps) {
  const showTool = (tool: Format) => (
    <ToolButton
      key={tool.label}
      label={tool.label}
      keys={tool.keys && sayKeys(tool.keys)}
      icon={tool.icon}
      isOn={tool.isOn?.(state)}
      isOff={tool.isOff?.(state) ?? false}
      onClick={() => {
        tool.run(view.state, view.dispatch, view);
        view.focus();
      }}
    />
  );
  const callout = calloutKindOf(state);
  return (
    <>
      <RadixToolbar.Root
        aria-label="Formatting"
        className="sticky -top-5 z-10 flex overflow-x-auto border-b border-line bg-raised"
      >
        {FORMATS.map(showTool)}
        <ToolButton
          label="Link"
          keys="Ctrl-K"
          icon={LinkIcon}
          isOn={hasMark(state, marks.link)}
          onClick={() => open('link')}
        />
        <ToolButton label="Picture" icon={PictureIcon} onClick={() => open('picture')} />
        <ToolButton label="Vendor card" icon={CardIcon} onClick={() => open('card')} />
        <ToolButton label="Video" icon={VideoIcon} onClick={() => open('video')} />
        {HISTORY.map(showTool)}
        <ToolButton
          label="Find and replace"
          keys="Ctrl-F"
          icon={Search}
          onClick={() => open('find')}
        />
      </RadixToolbar.Root>
      {isInTable(state) && <TableTools view={view} />}
      {callout && <CalloutTools view={view} current={callout} />}
    </>
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
      className="inline-flex size-11 shrink-0 items-center justify-center text-soft -outline-offset-2 hover:text-accent aria-disabled:opacity-35 aria-pressed:bg-accent-wash aria-pressed:text-accent sm:size-9 lg:in-data-writing:w-8"
    >
      <Icon aria-hidden className="size-4" />
    </RadixToolbar.Button>
  );
}

interface StripButtonProps {
  view: EditorView;
  label: string;
  run: Command;
  isOn?: boolean;
  className?: string;
}

/** A small tool below the bar, for where the cursor is. */
function StripButton({ view, label, run, isOn, className }: StripButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        run(view.state, view.dispatch);
        view.focus();
      }}
      className={clsx(
        'min-h-11 shrink-0 px-2 text-xs text-soft hover:text-accent sm:min-h-8',
        className,
      )}
    >
      {label}
    </button>
  );
}

const TABLE_TOOLS: readonly [string, Command][] = [
  ['Row below', addRowAfter],
  ['Column right', addColumnAfter],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
];

/** The rows and columns of the table around the cursor. */
function TableTools({ view }: { view: EditorView }) {
  return (
    <fieldset
      aria-label="Table"
      className="flex gap-1 overflow-x-auto border-b border-line bg-sunken px-2"
    >
      {TABLE_TOOLS.map(([label, run]) => (
        <StripButton key={label} view={view} label={label} run={run} />
      ))}
    </fieldset>
  );
}

/** The kind of the callout around the cursor. */
function CalloutTools({ view, current }: { view: EditorView; current: Callout }) {
  return (
    <fieldset
      aria-label="Callout"
      className="flex min-w-0 flex-wrap gap-x-1 border-b border-line bg-sunken px-2"
    >
      {CALLOUTS.map((kind) => (
        <StripButton
          key={kind}
          view={view}
          label={kind}
          run={setCallout(kind)}
          isOn={kind === current}
          className="capitalize aria-pressed:font-semibold aria-pressed:text-accent"
        />
      ))}
    </fieldset>
  );
}
