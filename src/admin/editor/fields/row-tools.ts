import type { ComponentType } from 'react';
import type { Column, Row } from './rows.ts';

/** What a module adds below the cells of certain records. */
export interface RowTool {
  isFor(columns: readonly Column[]): boolean;
  Tool: ComponentType<{ row: Row; onChange: (patch: Row) => void }>;
}

let tools: readonly RowTool[] = [];

/** The panel gets them once, when it starts. */
export const provideRowTools = (given: readonly RowTool[]) => {
  tools = given;
};

export const rowToolFor = (columns: readonly Column[]): RowTool['Tool'] | undefined =>
  tools.find((tool) => tool.isFor(columns))?.Tool;
