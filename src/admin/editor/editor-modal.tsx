import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { type TabItem, Tabs } from '#ui/tabs.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

export interface EditorModalProps {
  /** 'Create FAQ', 'Edit FAQ'. */
  title: string;
  isDirty: boolean;
  isSaving: boolean;
  onSave: () => void;
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
}

/** Ctrl-S, and Cmd-S on a Mac. */
export const isSaveKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';

/** The frame of every form: Cancel, Save ('Saving...'), Ctrl-S, and a question before text is lost. */
export function EditorModal(props: EditorModalProps) {
  const { title, isDirty, isSaving, onSave, onClose, onDiscard, notice, tools, seo } = props;
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
  const save = () => {
    if (!isSaving) onSave();
  };
  const watchKeys = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    save();
  };

  return (
    <DialogFrame
      title={title}
      onClose={() => void close()}
      onKeyDown={watchKeys}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2 sm:gap-x-4">
          {tools && (
            <div className="mr-auto flex flex-wrap items-center gap-x-3 sm:gap-x-5">{tools}</div>
          )}
          <Button className="max-sm:px-3!" onClick={() => void close()}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            aria-disabled={isSaving}
            className="max-sm:px-3!"
          >
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {notice}
        {tabs.length === 0 ? (
          props.children
        ) : (
          <Tabs
            label={title}
            items={tabs}
            value={props.tab ?? ownTab ?? tabs[0]?.value ?? ''}
            onValueChange={props.onTabChange ?? setOwnTab}
          />
        )}
      </form>
    </DialogFrame>
  );
}
