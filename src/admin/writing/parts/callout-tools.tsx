import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { calloutKindOf, setCallout } from '#admin/writing/block-commands.ts';
import { CALLOUTS } from '#platform/text/blocks.ts';

/** The kind of the callout around the cursor; nothing elsewhere. */
export function CalloutTools({ view, state }: { view: EditorView; state: EditorState }) {
  const current = calloutKindOf(state);
  if (!current) return null;
  return (
    <fieldset
      aria-label="Callout"
      className="flex min-w-0 flex-wrap gap-x-1 border-b border-line bg-sunken px-2"
    >
      {CALLOUTS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === current}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCallout(kind)(view.state, view.dispatch);
            view.focus();
          }}
          className="min-h-11 shrink-0 px-2 text-xs text-soft capitalize hover:text-accent aria-pressed:font-semibold aria-pressed:text-accent sm:min-h-8"
        >
          {kind}
        </button>
      ))}
    </fieldset>
  );
}
