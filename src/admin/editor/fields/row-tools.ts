import type { ComponentType } from 'react';
import type { Row } from './rows.ts';

type Keys = readonly { key: string }[];

/** A module's tool below the cells of certain records, and beside a field of items that have the same. */
export interface RowTool {
  isFor(columns: Keys): boolean;
  /** The field of an item beside which there is room for it. */
  beside: string;
  Tool: ComponentType<{ row: Row; onChange: (patch: Row) => void }>;
}

let tools: readonly RowTool[] = [];

/** The panel gets them once, when it starts. */
export const provideRowTools = (given: readonly RowTool[]) => {
  tools = given;
};

export const rowToolFor = (columns: Keys): Partial<RowTool> =>
  tools.find((tool) => tool.isFor(columns)) ?? {};
