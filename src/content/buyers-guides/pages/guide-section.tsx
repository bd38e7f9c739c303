import { Puzzle as puzzleNode } from 'lucide';
import { typeset } from '#platform/text/typeset.ts';
import { SectionHeading } from '#ui/headings.tsx';
import { icon } from '#ui/icons.tsx';
import type { BuyersGuide } from '../buyers-guides.collection.ts';

const Puzzle = /* @__PURE__ */ icon(puzzleNode);

type Section = BuyersGuide['sections'][number];
type Block = string | string[];

/** A paragraph, a bullet list, or sub-headings over either; the texts are finished HTML. */
export function GuideSection({ section }: { section: Section }) {
  const { heading, content } = section;
  return (
    <section>
      <SectionHeading title={heading} />
      {typeof content === 'string' || Array.isArray(content) ? (
        <GuideBlock block={content} />
      ) : (
        <div className="space-y-8">
          {Object.entries(content).map(([name, block]) => (
            <div key={name}>
              <h3 className="mb-3 text-h4 font-semibold">{name}</h3>
              <GuideBlock block={block} name={name} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

export function GuideList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <SectionHeading title={title} />
      <ul className="max-w-measure space-y-2.5 text-lg">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Marker name={undefined} />
            <span>{typeset(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GuideBlock({ block, name }: { block: Block; name?: string }) {
  if (typeof block === 'string') {
    return (
      <p className="prose-line max-w-measure text-lg" dangerouslySetInnerHTML={{ __html: block }} />
    );
  }
  return (
    <ul className="max-w-measure space-y-2.5 text-lg">
      {block.map((item) => (
        <li key={item} className="flex gap-3">
          <Marker name={name} />
          <span className="prose-line" dangerouslySetInnerHTML={{ __html: item }} />
        </li>
      ))}
    </ul>
  );
}

/** Two sub-headings of the spec have bullets of their own. */
function Marker({ name }: { name: string | undefined }) {
  if (name === 'Must-Haves') {
    return (
      <Puzzle aria-hidden data-marker="feature" className="mt-1.5 size-4 shrink-0 text-accent" />
    );
  }
  const isWarning = name === 'Watch For';
  return (
    <span
      aria-hidden
      data-marker={isWarning ? 'watch' : 'plain'}
      className={`mt-3 size-1.5 shrink-0 rounded-full ${isWarning ? 'bg-[#c2620e]' : 'bg-faint'}`}
    />
  );
}
