import { Coins as coinsNode, Layers3 as layers3Node, LayoutGrid as layoutGridNode } from 'lucide';
import { icon } from '#ui/icons.tsx';

export const Coins = /* @__PURE__ */ icon(coinsNode);
export const Layers3 = /* @__PURE__ */ icon(layers3Node);
export const LayoutGrid = /* @__PURE__ */ icon(layoutGridNode);
