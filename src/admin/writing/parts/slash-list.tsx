import type { EditorView } from 'prosemirror-view';
import { useLayoutEffect, useRef } from 'react';
import { OptionList } from '#admin/parts/option-list.tsx';
import type { OpenPart } from '#admin/writing/commands.ts';
import { chooseSlashItem, type SlashState } from '#admin/writing/slash-menu.ts';

interface SlashListProps {
  view: EditorView;
  menu: SlashState;
  open: OpenPart;
}

/** The '/' menu at its line; the text itself handles arrows and Enter. */
export function SlashList({ view, menu: { items, active }, open }: SlashListProps) {
  const list = useRef<HTMLDivElement>(null);
  // As a popover it lies above the form, whose edges would cut it off.
  useLayoutEffect(() => list.current?.showPopover(), []);
  return (
    <OptionList
      ref={list}
      popover="manual"
      id="slash-menu"
      label="Insert"
      active={active}
      options={items.map((item) => ({
        key: item.label,
        label: item.label,
        choose: () => chooseSlashItem(view, item, open),
      }))}
      className="slash-menu w-52 overflow-y-auto overscroll-contain border border-rule bg-raised p-0 text-ink shadow-float"
    />
  );
}
