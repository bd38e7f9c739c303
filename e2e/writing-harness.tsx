import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RichText } from '#admin/writing/rich-text.tsx';

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

/** The editor hears of what happened in the page a little later, on a busy machine more than a little. */
const waitFor = async (isSo: () => boolean) => {
  const end = performance.now() + 2000;
  while (!isSo() && performance.now() < end) await tick();
};

const pressUndo = (surface: HTMLElement) =>
  surface.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
  );

/** Opens each text in the editor, types a letter and takes it back; returns what the editor says then, and before. */
const openEach = async (texts: readonly string[]) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const client = new QueryClient();
  const results: { typed: string | null; undone: string | null }[] = [];
  const find = () => document.querySelector<HTMLElement>('.rich-text');
  for (const [index, text] of texts.entries()) {
    let said: string | null = null;
    const before = find();
    root.render(
      <QueryClientProvider client={client}>
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
        />
      </QueryClientProvider>,
    );
    await waitFor(() => ![null, before].includes(find()));
    await tick();
    const surface = find();
    if (!surface || surface === before) throw new Error('No editor');
    if (said !== null) throw new Error(`Opening ${index} changed it`);
    surface.focus();
    document.execCommand('insertText', false, 'x');
    await waitFor(() => said !== null);
    const typed = said;
    pressUndo(surface);
    await waitFor(() => said !== typed);
    results.push({ typed, undone: said });
  }
  root.unmount();
  return results;
};

Object.assign(window, { openEach });
