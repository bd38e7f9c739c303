interface CheckListProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Any number of a few choices. */
export function CheckList({ legend, options, value, onChange }: CheckListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-medium text-soft">{legend}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="inline-flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...value, option.value]
                    : value.filter((each) => each !== option.value),
                )
              }
              className="size-5 accent-accent-fill"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
