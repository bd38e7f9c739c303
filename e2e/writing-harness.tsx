import { createRoot } from 'react-dom/client';
import { RichText } from '#admin/writing/rich-text.tsx';

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

const pressUndo = (surface: HTMLElement) =>
  surface.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
  );

/** Opens each text in the editor, types a letter and takes it back; returns what the editor says then, and before. */
const openEach = async (texts: readonly string[]) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const results: { typed: string | null; undone: string | null }[] = [];
  for (const [index, text] of texts.entries()) {
    let said: string | null = null;
    root.render(
      <RichText
        key={index}
        value={text}
        onChange={(markdown) => {
          said = markdown;
        }}
        labelId="label"
        describedBy={undefined}
        isInvalid={false}
        rows={8}
        placeholder={undefined}
      />,
    );
    while (!document.querySelector(`.rich-text`)?.isConnected) await tick();
    await tick();
    const surface = document.querySelector<HTMLElement>('.rich-text');
    if (!surface) throw new Error('No editor');
    if (said !== null) throw new Error(`Opening ${index} changed it`);
    surface.focus();
    document.execCommand('insertText', false, 'x');
    await tick();
    const typed = said;
    pressUndo(surface);
    await tick();
    results.push({ typed, undone: said });
  }
  root.unmount();
  return results;
};

Object.assign(window, { openEach });
