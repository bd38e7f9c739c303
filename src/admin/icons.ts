import {
  CircleAlert as circleAlertNode,
  Eye as eyeNode,
  EyeOff as eyeOffNode,
  LoaderCircle as loaderCircleNode,
  Trash2 as trash2Node,
  TriangleAlert as triangleAlertNode,
  Upload as uploadNode,
} from 'lucide';
import { icon } from '#ui/icons.tsx';

export const CircleAlert = /* @__PURE__ */ icon(circleAlertNode);
export const Eye = /* @__PURE__ */ icon(eyeNode);
export const EyeOff = /* @__PURE__ */ icon(eyeOffNode);
export const LoaderCircle = /* @__PURE__ */ icon(loaderCircleNode);
export const Trash2 = /* @__PURE__ */ icon(trash2Node);
export const TriangleAlert = /* @__PURE__ */ icon(triangleAlertNode);
export const Upload = /* @__PURE__ */ icon(uploadNode);
