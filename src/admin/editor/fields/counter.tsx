import { cn } from '#ui/cn.ts';

interface CounterProps {
  count: number;
  of: number;
  unit?: string;
}

/** '42/60', and red when it is too much. */
export function Counter({ count, of, unit }: CounterProps) {
  return (
    <span className={cn('text-2xs tabular-nums', count > of ? 'text-danger' : 'text-faint')}>
      {count}/{of}
      {unit ? ` ${unit}` : ''}
    </span>
  );
}
