import {
  Bold as boldNode,
  Code as codeNode,
  Heading2 as heading2Node,
  Heading3 as heading3Node,
  Image as imageNode,
  Italic as italicNode,
  Link as linkNode,
  List as listNode,
  ListOrdered as listOrderedNode,
  TextQuote as quoteNode,
  Redo2 as redoNode,
  Strikethrough as strikeNode,
  Table as tableNode,
  Undo2 as undoNode,
} from 'lucide';
import { icon } from '#ui/icons.tsx';

// Apart from the site's own icons: no visitor downloads these.
export const BoldIcon = icon(boldNode);
export const CodeIcon = icon(codeNode);
export const HeadingIcon = icon(heading2Node);
export const SubheadingIcon = icon(heading3Node);
export const PictureIcon = icon(imageNode);
export const ItalicIcon = icon(italicNode);
export const LinkIcon = icon(linkNode);
export const BulletsIcon = icon(listNode);
export const NumbersIcon = icon(listOrderedNode);
export const RedoIcon = icon(redoNode);
export const StrikeIcon = icon(strikeNode);
export const TableIcon = icon(tableNode);
export const QuoteIcon = icon(quoteNode);
export const UndoIcon = icon(undoNode);
