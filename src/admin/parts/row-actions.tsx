import { Button } from '#ui/button.tsx';

interface RowActionsProps {
  /** The row's name, so that each button says what it is for. */
  of: string;
  actions: readonly { label: string; run: () => void }[];
}

/** Small buttons of a row. */
export function RowActions({ of, actions }: RowActionsProps) {
  return actions.map(({ label, run }) => (
    <Button key={label} size="sm" variant="quiet" aria-label={`${label}: ${of}`} onClick={run}>
      {label}
    </Button>
  ));
}
