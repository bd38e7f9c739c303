export type ThemeChoice = 'system' | 'light' | 'dark';

const THEME_KEY = 'theme';

/** Runs inline in the head, before the first paint: a chosen theme never flashes. */
export const themeScript = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;

export function parseTheme(stored: string | null | undefined): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** As the script in the head has set it. */
export const readTheme = () => parseTheme(document.documentElement.dataset.theme);

export function applyTheme(choice: ThemeChoice) {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Storage may be forbidden; the choice then lasts for this page only.
  }
}
