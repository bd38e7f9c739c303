import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { useChange } from '#admin/use-action.ts';
import { Button } from '#ui/button.tsx';
import { sendBack } from './ready-drafts.ts';

interface SendBackFormProps {
  collection: string;
  id: number;
  onClose: () => void;
}

/** Sends a draft back to the person who marked it as ready, with a comment of the item. */
export function SendBackForm({ collection, id, onClose }: SendBackFormProps) {
  const { run } = useChange(collection);
  return (
    <SendForm
      className="mt-3 grid max-w-prose gap-3"
      action="Send back"
      beside={<Button onClick={onClose}>Cancel</Button>}
      onSend={async (read) => {
        const send = () => sendBack({ collection, id }, read('text'));
        if (await run(send, 'Sent back', 'Not sent back')) onClose();
      }}
    >
      <FormInput label="Comment" name="text" rows={3} maxLength={4000} required />
    </SendForm>
  );
}
