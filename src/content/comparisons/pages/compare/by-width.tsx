interface ByWidthProps {
  wide: string;
  narrow: string;
}

/** Words that depend on how many columns the screen shows; the style sheet chooses, so that it takes no script. */
export function ByWidth({ wide, narrow }: ByWidthProps) {
  if (wide === narrow) return wide;
  return (
    <>
      <span className="on-wide">{wide}</span>
      <span className="on-narrow">{narrow}</span>
    </>
  );
}
