import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { type TabItem, Tabs } from '#ui/tabs.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ReadOnlyContext } from './read-only-context.ts';
import { useFirstProblem } from './use-first-problem.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

export interface EditorModalProps {
  /** 'Create FAQ', 'Edit FAQ'. */
  title: string;
  isDirty: boolean;
  isSaving: boolean;
  /** `stays` keeps the form open afterwards. */
  onSave: (how: { stays: boolean }) => void;
  onClose: () => void;
  /** The person chose to throw the changed text away. */
  onDiscard?: () => void;
  /** Above the form: recovered text, a failed save. */
  notice?: ReactNode;
  /** Several views; without them `children` is the single one. */
  tabs?: readonly TabItem[];
  /** The open tab, when its owner wants to say; the first one at the start. */
  tab?: string;
  onTabChange?: (tab: string) => void;
  /** One more tab, 'SEO', at the end. */
  seo?: ReactNode;
  children?: ReactNode;
  /** At the left of Cancel and Save. */
  tools?: ReactNode;
  /** Beside Save: whether the item is public. */
  publicity?: ReactNode;
  /** Between Cancel and Save: other ways to keep what was typed. */
  actions?: ReactNode;
  /** Nothing can be saved: it is shown to be read. */
  isReadOnly?: boolean;
  /** Where 'Save' would not tell what is saved. */
  saveLabel?: string | undefined;
  /** Beside Save: why the last one failed. */
  problem?: ReactNode;
  /** Grows with every refusal: the first field that is wrong is shown and focused. */
  refusals?: number;
}

/** Ctrl-S, and Cmd-S on a Mac. */
export const isSaveKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';

/** The frame of every form: Cancel, Save ('Saving...'), Ctrl-S to save and stay, and a question before text is lost. */
export function EditorModal(props: EditorModalProps) {
  const { title, isDirty, isSaving, onSave, onClose, onDiscard, notice, tools, seo } = props;
  const { isReadOnly = false } = props;
  const formId = useId();
  const [ownTab, setOwnTab] = useState<string | undefined>(undefined);
  const mayLeave = useLeaveGuard(isDirty, onDiscard);
  const tabs = [
    ...(props.tabs ??
      (seo ? [{ value: 'content', label: 'Content', content: props.children }] : [])),
    ...(seo ? [{ value: 'seo', label: 'SEO', content: seo }] : []),
  ];

  const close = async () => {
    if (await mayLeave()) onClose();
  };
  const save = (stays: boolean) => {
    if (!isSaving && !isReadOnly) onSave({ stays });
  };
  const readable = (fields: ReactNode) => (
    <ReadOnlyContext value={isReadOnly}>
      <fieldset disabled={isReadOnly} className="min-w-0">
        {fields}
      </fieldset>
    </ReadOnlyContext>
  );
  const form = useFirstProblem(props.refusals ?? 0);
  const watchKeys = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    save(true);
  };

  return (
    <DialogFrame
      title={title}
      expandable
      onClose={() => void close()}
      onKeyDown={watchKeys}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {props.problem}
          {tools && (
            <div className="mr-auto flex flex-wrap items-center gap-x-3 sm:gap-x-5">{tools}</div>
          )}
          {props.publicity}
          {/* However little room there is, they stay in one row: across the whole of it on a phone. */}
          <div className="flex gap-2 max-sm:basis-full max-sm:*:flex-auto max-sm:*:px-2!">
            <Button onClick={() => void close()}>{isReadOnly ? 'Close' : 'Cancel'}</Button>
            {props.actions}
            {!isReadOnly && (
              <Button type="submit" form={formId} variant="primary" aria-disabled={isSaving}>
                {isSaving ? 'Saving...' : (props.saveLabel ?? 'Save')}
              </Button>
            )}
          </div>
        </div>
      }
    >
      {/* What is typed in a notice is no part of the form, and Enter there saves nothing. */}
      {notice}
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        {tabs.length === 0 ? (
          readable(props.children)
        ) : (
          <Tabs
            label={title}
            items={tabs.map((item) => ({ ...item, content: readable(item.content) }))}
            value={props.tab ?? ownTab ?? tabs[0]?.value ?? ''}
            onValueChange={props.onTabChange ?? setOwnTab}
          />
        )}
      </form>
    </DialogFrame>
  );
}
