import { clsx } from 'clsx';
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
import { calloutKindOf, type OpenPart, setCallout } from '#admin/writing/commands.ts';
import { commandOf, TOOLS } from '#admin/writing/tools.ts';
import { CALLOUTS } from '#platform/text/blocks.ts';

/** 'Mod-b' as a person reads it: 'Ctrl-B'. */
const sayKeys = (keys: string) =>
  keys.replace('Mod', 'Ctrl').replace(/.$/, (last) => last.toUpperCase());

interface ToolbarProps {
  view: EditorView;
  state: EditorState;
  open: OpenPart;
}

const TABLE_TOOLS: readonly StripTool[] = [
  { label: 'Row below', run: addRowAfter },
  { label: 'Column right', run: addColumnAfter },
  { label: 'Delete row', run: deleteRow },
  { label: 'Delete column', run: deleteColumn },
  { label: 'Delete table', run: deleteTable },
];

/** All that can be done to the text by a click; one stop of the Tab key, with arrows inside. */
export function Toolbar({ view, state, open }: ToolbarProps) {
  const callout = calloutKindOf(state);
  const kinds = CALLOUTS.map((kind) => ({
    label: kind,
    run: setCallout(kind),
    isOn: kind === callout,
  }));
  return (
    <>
      <RadixToolbar.Root
        aria-label="Formatting"
        className="sticky -top-5 z-10 flex overflow-x-auto border-b border-line bg-raised"
      >
        {TOOLS.map((tool) => {
          const { label, keys, icon: Icon, run } = tool;
          const isOff = tool.isOff?.(state) ?? false;
          if (!Icon) return null;
          return (
            <RadixToolbar.Button
              key={label}
              type="button"
              aria-label={label}
              title={keys ? `${label} (${sayKeys(keys)})` : label}
              aria-pressed={tool.isOn?.(state)}
              aria-disabled={isOff || undefined}
              // The cursor stays where it is in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (isOff) return;
                commandOf(tool, open)(view.state, view.dispatch, view);
                if (typeof run === 'function') view.focus();
              }}
              className="inline-flex size-11 shrink-0 items-center justify-center text-soft -outline-offset-2 hover:text-accent aria-disabled:opacity-35 aria-pressed:bg-accent-wash aria-pressed:text-accent sm:size-9 lg:in-data-writing:w-8"
            >
              <Icon aria-hidden className="size-4" />
            </RadixToolbar.Button>
          );
        })}
      </RadixToolbar.Root>
      {isInTable(state) && <Strip view={view} label="Table" tools={TABLE_TOOLS} />}
      {callout && <Strip view={view} label="Callout" tools={kinds} className="capitalize" />}
    </>
  );
}

interface StripTool {
  label: string;
  run: Command;
  isOn?: boolean;
}

interface StripProps {
  view: EditorView;
  label: string;
  tools: readonly StripTool[];
  className?: string;
}

/** Small tools below the bar, for where the cursor is. */
function Strip({ view, label, tools, className }: StripProps) {
  return (
    <fieldset
      aria-label={label}
      className={clsx(
        'flex min-w-0 flex-wrap gap-x-1 border-b border-line bg-sunken px-2',
        className,
      )}
    >
      {tools.map((tool) => (
        <button
          key={tool.label}
          type="button"
          aria-pressed={tool.isOn}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            tool.run(view.state, view.dispatch);
            view.focus();
          }}
          className="min-h-11 shrink-0 px-2 text-xs text-soft hover:text-accent aria-pressed:font-semibold aria-pressed:text-accent sm:min-h-8"
        >
          {tool.label}
        </button>
      ))}
    </fieldset>
  );
}
