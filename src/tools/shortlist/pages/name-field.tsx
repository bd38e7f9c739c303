import { MAX_NAME } from '../decision.ts';
import type { DecisionProps } from '../use-decision.ts';
import { TextField } from './text-field.tsx';

interface NameFieldProps extends Pick<DecisionProps, 'decision' | 'setDecision'> {
  className?: string;
}

/** The scorer's name: it goes into shared scorecards and the memo only. */
export function NameField({ decision, setDecision, className }: NameFieldProps) {
  return (
    <TextField
      label="Your name, for the committee and the memo"
      maxLength={MAX_NAME}
      value={decision.scoredBy}
      {...(className ? { className } : {})}
      onChange={({ target }) => setDecision({ ...decision, scoredBy: target.value })}
      onBlur={({ target }) => setDecision({ ...decision, scoredBy: target.value.trim() })}
    />
  );
}
