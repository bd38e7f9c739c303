/** The mark: a ledger page with its margin rule. */
function BrandMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0" fill="none">
      <rect
        x="0.5"
        y="0.5"
        width="23"
        height="23"
        className="fill-accent-fill stroke-accent-fill"
      />
      <path
        d="M7 4v16M10.5 8h8M10.5 12h8M10.5 16h5"
        className="stroke-on-accent"
        strokeWidth="1.5"
      />
    </svg>
  );
}

export function Brand({ name }: { name: string }) {
  return (
    <a
      href="/"
      className="inline-flex min-h-11 items-center gap-2.5 font-serif text-[1.1875rem] font-semibold tracking-[-0.01em] whitespace-nowrap"
    >
      <BrandMark />
      {name}
    </a>
  );
}
