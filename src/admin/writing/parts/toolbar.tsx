import { CreditCard, Image, Link, Video } from 'lucide';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Toolbar as RadixToolbar } from 'radix-ui';
import { hasMark } from '#admin/writing/commands.ts';
import { FORMATS, type Format, HISTORY } from '#admin/writing/formats.ts';
import { marks } from '#admin/writing/markdown/schema.ts';
import type { Openers } from '#admin/writing/use-rich-text.ts';
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
  openers: Openers;
}

/** All that can be done to the text by a click; one stop of the Tab key, with arrows inside. */
export function Toolbar({ view, state, openers }: ToolbarProps) {
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
  return (
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
        onClick={openers.openLink}
      />
      <ToolButton label="Picture" icon={PictureIcon} onClick={() => openers.openPicture()} />
      <ToolButton label="Vendor card" icon={CardIcon} onClick={openers.openCard} />
      <ToolButton label="Video" icon={VideoIcon} onClick={openers.openVideo} />
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
      className="inline-flex size-11 shrink-0 items-center justify-center text-soft -outline-offset-2 hover:text-accent aria-disabled:opacity-35 aria-pressed:bg-accent-wash aria-pressed:text-accent sm:size-9 lg:in-data-writing:w-8"
    >
      <Icon aria-hidden className="size-4" />
    </RadixToolbar.Button>
  );
}
