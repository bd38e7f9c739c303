import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type EditorAction, reduce } from './editor-reducer.ts';
import type { EditorState } from './editor-state.ts';

/** A form's state machine; `read` gives its current state to code that continues after a response. */
export const useMachine = (start: () => EditorState) => {
  const [state, setState] = useState(start);
  const latest = useRef(state);
  const dispatch = (action: EditorAction): EditorState => {
    latest.current = reduce(latest.current, action);
    setState(latest.current);
    return latest.current;
  };
  const tell = useEffectEvent(dispatch);
  useEffect(() => {
    tell({ type: 'opened' });
    return () => void tell({ type: 'closed' });
  }, []);
  return { state, read: () => latest.current, dispatch };
};
