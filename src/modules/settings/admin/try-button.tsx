import { useState } from 'react';
import { messageOf } from '#admin/api/problems.ts';
import { Button } from '#ui/button.tsx';

interface TryButtonProps {
  label: string;
  /** Tells apart buttons of the same label. */
  of?: string;
  run: () => Promise<{ isFine: boolean; message: string }>;
}

/** Tries a service, and says in a sentence what came of it. */
export function TryButton({ label, of, run }: TryButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ isFine: boolean; message: string } | null>(null);
  const start = async () => {
    setIsBusy(true);
    setOutcome(null);
    setOutcome(await run().catch((error) => ({ isFine: false, message: messageOf(error) })));
    setIsBusy(false);
  };
  return (
    <>
      <Button
        type="button"
        size="sm"
        variant="quiet"
        aria-label={of ? `${label}: ${of}` : undefined}
        aria-disabled={isBusy}
        onClick={() => void (isBusy || start())}
      >
        {label}
      </Button>
      <span
        role="status"
        className={`text-sm wrap-anywhere ${outcome && !outcome.isFine ? 'text-danger' : 'text-soft'}`}
      >
        {isBusy ? 'Trying…' : outcome?.message}
      </span>
    </>
  );
}
