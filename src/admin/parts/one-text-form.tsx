import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { type Failed, sayGiven } from '#admin/toast.ts';
import { useAction } from '#admin/use-action.ts';
import { SendForm } from './send-form.tsx';

interface OneTextFormProps {
  label: string;
  start?: string;
  maxLength?: number;
  /** Button label. */
  action: string;
  /** The address of what is read again afterwards. */
  at: string;
  work: (text: string) => Promise<unknown>;
  /** The words for it once it came about, where the work does not give them. */
  done?: string;
  failed: Failed;
  onDone?: () => void;
}

/** One text to fill in, in its place in a list. */
export function OneTextForm(props: OneTextFormProps) {
  const { action, at, work, done = sayGiven, failed, onDone, start, ...input } = props;
  const { run } = useAction(at);
  return (
    <SendForm
      className="mt-3 flex flex-wrap items-end gap-3"
      action={action}
      variant="primary"
      onSend={async (read) => {
        if (await run(() => work(read('text').trim()), done, failed)) onDone?.();
      }}
    >
      <div className="flex-1 basis-64">
        <FormInput {...input} name="text" defaultValue={start} />
      </div>
    </SendForm>
  );
}
