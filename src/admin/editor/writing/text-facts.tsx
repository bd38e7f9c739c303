import { useDeferredValue, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { FormValues } from '#admin/editor/form-types.ts';
import { textOf } from '#admin/editor/form-values.ts';
import { readingMinutes } from '#platform/text/count-words.ts';
import { readText } from '#platform/text/read-text.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { outlineOf } from './outline.ts';

const JUDGE_AFTER_MS = 500;
/** As the SEO score counts them (`judge.ts`). */
const LONG_SENTENCE = 25;
const AVERAGE = { easy: 20, fair: 25 };

export interface TextFactsProps {
  values: FormValues;
  /** The title's field, and those of the long texts. */
  written: readonly string[];
  /** Shows the text, where the heading is then found. */
  onGo: () => void;
}

/** The heading that the outline names, in the formatted text or in its source. */
const goTo = (key: string, { index, at }: { index: number; at: number }) => {
  const field = document.querySelector(`[data-text="${key}"]`);
  const text = field?.querySelector('.rich-text');
  const source = field?.querySelector('textarea');
  if (text) {
    text
      .querySelectorAll(':scope > :is(h1,h2,h3,h4,h5,h6)')
      [index]?.scrollIntoView({ block: 'start' });
  } else {
    // The browser shows the cursor of a field that takes the focus.
    source?.setSelectionRange(at, at);
    source?.focus();
  }
};

const readabilityOf = (sentences: readonly number[]) => {
  if (sentences.length === 0) return 'No sentence yet';
  const average = sentences.reduce((sum, count) => sum + count, 0) / sentences.length;
  const long = sentences.filter((count) => count > LONG_SENTENCE).length;
  const word = average <= AVERAGE.easy ? 'Easy' : average <= AVERAGE.fair ? 'Fair' : 'Hard';
  const many = `${long} of ${sentences.length} sentences ${long === 1 ? 'is' : 'are'} long`;
  return `${word} to read: ${Math.round(average)} words a sentence, ${many}`;
};

/** The facts beside a text, which come with it and not with the panel, since they need its parser: its outline, its length and how it reads. */
export function TextFacts({ values, written, onGo }: TextFactsProps) {
  const rested = useDeferredValue(useDebounced(values, JUDGE_AFTER_MS));
  const { outline, text } = useMemo(() => {
    const texts = written.slice(1);
    const markdown = texts.map((key) => textOf(rested[key]));
    return {
      outline: texts.flatMap((key) =>
        outlineOf(textOf(rested[key])).map((heading) => ({ key, ...heading })),
      ),
      text: readText(markdown.join('\n\n')),
    };
  }, [rested, written]);
  const { words, sentences } = text;
  return (
    <div className="grid gap-6 text-sm">
      <section aria-labelledby="text-length">
        <h3 id="text-length" className="text-h4 font-semibold">
          Text
        </h3>
        <p className="mt-1 tabular-nums">
          {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'} · {readingMinutes(words)}{' '}
          min
        </p>
        <p className="mt-1 text-soft">{readabilityOf(sentences)}</p>
      </section>
      <nav aria-labelledby="text-outline">
        <h3 id="text-outline" className="text-h4 font-semibold">
          Outline
        </h3>
        {outline.length === 0 && <p className="mt-1 text-soft">No heading yet.</p>}
        <ul className="mt-1">
          {outline.map(({ key, ...heading }) => (
            <li
              key={`${key} ${heading.index}`}
              style={{ paddingLeft: `${Math.max(0, heading.level - 2) * 0.75}rem` }}
            >
              <button
                type="button"
                onClick={() => {
                  flushSync(onGo);
                  goTo(key, heading);
                }}
                className="min-h-8 w-full text-left text-soft hover:text-accent"
              >
                {heading.words || 'Heading without words'}
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
