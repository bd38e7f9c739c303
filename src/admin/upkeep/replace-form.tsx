import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';

interface ReplaceFormProps {
  label: string;
  start: string;
  /** Button label. */
  action: string;
  onSend: (value: string) => Promise<unknown>;
}

/** One text to fill in, in its place in a list. */
export function ReplaceForm({ label, start, action, onSend }: ReplaceFormProps) {
  return (
    <SendForm
      className="mt-3 flex flex-wrap items-end gap-3"
      action={action}
      variant="primary"
      onSend={(read) => onSend(read('value').trim())}
    >
      <div className="flex-1 basis-64">
        <FormInput label={label} name="value" defaultValue={start} />
      </div>
    </SendForm>
  );
}
