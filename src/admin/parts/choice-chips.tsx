import { Chip } from '#ui/chip.tsx';

interface ChoiceChipsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** How many each of them shows, where that is told. */
  counts?: Partial<Record<Value, number>> | undefined;
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  className?: string;
}

/** One of a few choices, each a button. */
export function ChoiceChips<Value extends string>(props: ChoiceChipsProps<Value>) {
  const { label, options, counts, chosen, onChoose, className = '' } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the choices are buttons
    <div role="group" aria-label={label} className={`flex flex-wrap gap-2 ${className}`.trim()}>
      {options.map(({ value, label: words }) => (
        <Chip
          key={value}
          count={counts?.[value]}
          selected={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </Chip>
      ))}
    </div>
  );
}
