import { ListTab } from '#admin/list/list-tab.tsx';
import type { ScreenProps } from '#admin/screens.ts';
import { LandingEditor } from './landing-editor.tsx';

/** The usual list with a form of its own. */
export function LandingTab({ collection }: ScreenProps) {
  return <ListTab collection={collection} editor={LandingEditor} />;
}
