import type { DecisionData, Model } from './model.ts';
import type { Workspace } from './use-dossier.ts';

/** What each sheet of the workbench is given. */
export interface SheetProps {
  data: DecisionData;
  model: Model;
  workspace: Workspace;
}
