import { clsx } from 'clsx';

interface CounterProps {
  count: number;
  of: number;
  unit?: string;
}

/** '42/60', and red when it is too much. */
export function Counter({ count, of, unit }: CounterProps) {
  return (
    <span className={clsx('text-2xs tabular-nums', count > of ? 'text-danger' : 'text-faint')}>
      {count}/{of}
      {unit ? ` ${unit}` : ''}
    </span>
  );
}
