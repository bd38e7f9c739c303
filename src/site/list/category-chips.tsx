import { ChipLink } from '#ui/chip.tsx';

interface CategoryChipsProps {
  categories: readonly { category: string; count?: number }[];
  /** How many items all categories hold together, where counts are shown. */
  total?: number;
  chosen: string | undefined;
  hrefFor(category?: string): string;
}

/** A list narrowed to one category, by links that work without script. */
export function CategoryChips({ categories, total, chosen, hrefFor }: CategoryChipsProps) {
  const countOf = (count: number | undefined) => (count === undefined ? {} : { count });
  return (
    <nav aria-label="Categories">
      <ul className="flex gap-2 max-md:-mx-5 max-md:overflow-x-auto max-md:px-5 max-md:py-1 md:flex-wrap [&>li]:shrink-0">
        <li>
          <ChipLink href={hrefFor()} {...countOf(total)} selected={!chosen}>
            All Categories
          </ChipLink>
        </li>
        {categories.map(({ category, count }) => (
          <li key={category}>
            <ChipLink href={hrefFor(category)} {...countOf(count)} selected={category === chosen}>
              {category}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
