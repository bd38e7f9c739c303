import { closeHistory } from 'prosemirror-history';
import {
  findNext,
  findPrev,
  getMatchHighlights,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';

interface FindBarProps {
  view: EditorView;
  state: EditorState;
  onClose: () => void;
}

const FIELDS = ['Find', 'Replace with'] as const;
const COMMANDS = { Next: findNext, Replace: replaceNext, 'Replace all': replaceAll };

/** Finds words in the text, marks them all, and puts others in their place. */
export function FindBar({ view, state, onClose }: FindBarProps) {
  const [typed, setTyped] = useState({ Find: '', 'Replace with': '' });
  const { Find: words, 'Replace with': others } = typed;
  const count = words === '' ? 0 : getMatchHighlights(state).find().length;

  useEffect(() => {
    const query = new SearchQuery({ search: words, replace: others, literal: true });
    view.dispatch(setSearchState(view.state.tr, query));
  }, [view, words, others]);
  useEffect(
    () => () => {
      if (view.isDestroyed) return;
      view.dispatch(setSearchState(view.state.tr, new SearchQuery({ search: '' })));
    },
    [view],
  );

  // A replacement is its own undo step, even right after typing.
  const run = (command: Command) =>
    command(view.state, (transaction) => view.dispatch(closeHistory(transaction)), view);
  const watchKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither saves the form nor closes it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') run(event.shiftKey ? findPrev : findNext);
    else onClose();
  };

  return (
    <search
      aria-label="Find and replace"
      data-menu-open=""
      onKeyDown={watchKeys}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken p-2"
    >
      {FIELDS.map((label, at) => (
        <input
          key={label}
          // biome-ignore lint/a11y/noAutofocus: the bar was just opened to type into it
          autoFocus={at === 0}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={typed[label]}
          onChange={({ target }) => setTyped({ ...typed, [label]: target.value })}
          className="field w-auto! min-w-32 flex-1"
        />
      ))}
      <output aria-live="polite" className="text-xs text-soft tabular-nums">
        {words === '' ? '' : `${count} found`}
      </output>
      <span className="flex flex-wrap gap-2">
        {Object.entries(COMMANDS).map(([label, command]) => (
          <Button key={label} size="sm" onClick={() => run(command)}>
            {label}
          </Button>
        ))}
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
      </span>
    </search>
  );
}
