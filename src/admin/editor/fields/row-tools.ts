import type { ComponentType } from 'react';
import type { Row } from './rows.ts';

type Keys = readonly { key: string }[];

/** A module's tool below the cells of certain records, and below the fields of items that have the same. */
export interface RowTool {
  isFor(columns: Keys): boolean;
  Tool: ComponentType<{ row: Row; onChange: (patch: Row) => void }>;
}

let tools: readonly RowTool[] = [];

/** The panel gets them once, when it starts. */
export const provideRowTools = (given: readonly RowTool[]) => {
  tools = given;
};

export const rowToolFor = (columns: Keys): RowTool['Tool'] | undefined =>
  tools.find((tool) => tool.isFor(columns))?.Tool;
