import { copyText } from '#admin/toast.ts';
import { Button } from '#ui/button.tsx';

interface ShownOnceProps {
  text: string;
  /** The copied text. */
  value: string;
  /** In 'Copy the …'. */
  name: string;
}

/** A secret that the server tells once. */
export function ShownOnce({ text, value, name }: ShownOnceProps) {
  const copy = () =>
    copyText(
      value,
      `The ${name} is copied`,
      `The ${name} could not be copied. Please select it yourself.`,
    );
  return (
    <div role="status" className="mt-4 border border-line bg-sunken p-4">
      <p className="text-sm font-medium">{text}</p>
      <p className="mt-2 font-mono text-xs wrap-anywhere" data-shown-once>
        {value}
      </p>
      <Button size="sm" className="mt-3" onClick={() => void copy()}>
        Copy the {name}
      </Button>
    </div>
  );
}
