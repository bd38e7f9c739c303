import {
  ChevronLeft as chevronLeftNode,
  RotateCcw as rotateCcwNode,
  ZoomIn as zoomInNode,
  ZoomOut as zoomOutNode,
} from 'lucide';
import { icon } from '#ui/icons.tsx';

export const ChevronLeft = /* @__PURE__ */ icon(chevronLeftNode);
export const RotateCcw = /* @__PURE__ */ icon(rotateCcwNode);
export const ZoomIn = /* @__PURE__ */ icon(zoomInNode);
export const ZoomOut = /* @__PURE__ */ icon(zoomOutNode);
