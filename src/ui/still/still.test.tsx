import { expect, it, vi } from 'vitest';
import { fixed } from './fixed.ts';
import { still, stillOnce } from './still.ts';
import { writeHtml } from './write-html.ts';

const htmlOf = (inside: ReturnType<typeof still>) =>
  'dangerouslySetInnerHTML' in inside ? inside.dangerouslySetInnerHTML.__html : null;

it('writes the inside of an element, or leaves it to React', () => {
  expect(htmlOf(still(<p>text</p>))).toBe('<p>text</p>');
  const area = <textarea defaultValue="x" />;
  expect(still(area)).toEqual({ children: area });
});

it('writes what many pages share once, for as long as they share the same data', () => {
  const make = vi.fn(() => <p>shared</p>);
  const first = Object.freeze(['a']);
  for (const name of ['footer', 'footer', 'header']) {
    expect(htmlOf(stillOnce(first, name, make))).toBe('<p>shared</p>');
  }
  expect(make).toHaveBeenCalledTimes(2);
  stillOnce(Object.freeze(['a']), 'footer', make);
  expect(make).toHaveBeenCalledTimes(3);
});

it.each([
  ['belong to one page', ['a']],
  ['are not there', undefined],
])('PROMISE 5 keeps nothing of data that %s', (_why, owner) => {
  const make = vi.fn(() => <p>own</p>);
  stillOnce(owner, 'footer', make);
  stillOnce(owner, 'footer', make);
  expect(make).toHaveBeenCalledTimes(2);
});

it('writes a fixed component once, wherever it stands', () => {
  const make = vi.fn(() => <b>!</b>);
  const Mark = fixed(make);
  expect(
    writeHtml(
      <p>
        one
        <Mark />
        two
        <Mark />
      </p>,
    ),
  ).toBe('<p>one<b>!</b>two<b>!</b></p>');
  expect(make).toHaveBeenCalledOnce();
});
