import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { Monitor, Moon, Sun } from './icons.tsx';
import { applyTheme, readTheme, type ThemeChoice } from './theme.ts';

const CHOICES = [
  { value: 'system', label: 'System theme', Icon: Monitor },
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
] as const;

/** Keeps its room but stays unseen until script can act on it. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState<ThemeChoice | null>(null);
  useEffect(() => setChoice(readTheme()), []);
  const choose = (value: ThemeChoice) => {
    applyTheme(value);
    setChoice(value);
  };
  return (
    <fieldset className={clsx('inline-flex max-md:-ml-3.5', choice === null && 'invisible')}>
      <legend className="sr-only">Color theme</legend>
      {CHOICES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="relative flex size-8 items-center justify-center rounded-sm text-faint hover:text-ink max-md:size-11 has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={choice === value}
            onChange={() => choose(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden className="size-4 stroke-[1.75]" />
          <span
            aria-hidden
            className={clsx(
              'absolute inset-x-2 bottom-0.5 h-px max-md:inset-x-3.5 max-md:bottom-2',
              choice === value && 'bg-accent',
            )}
          />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
