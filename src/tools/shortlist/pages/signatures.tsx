/** Room to sign, on paper. */
export function Signatures({ who }: { who: readonly string[] }) {
  return (
    <ul className="mt-10 grid gap-8 sm:grid-cols-2" aria-label="Signatures">
      {who.map((one) => (
        <li key={one} className="border-t border-heavy pt-2 text-xs text-faint">
          {one}: name, date, signature
        </li>
      ))}
    </ul>
  );
}
