import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from './notice.tsx';

interface PartBoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** A part that could not be fetched says so in its own place; the rest of the panel goes on. */
class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice role="alert" tone="danger">
        <p className="font-medium">This part of the panel could not be loaded.</p>
        <p className="mt-1 text-soft">
          The connection may be down, or the site was updated since you opened it. What you typed is
          kept and offered again after a reload.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" variant="primary" onClick={this.props.onRetry}>
            Try again
          </Button>
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      </Notice>
    );
  }
}

const RELOADED = 'panel-reloaded-for';

/** A part that a release has taken away comes with a reload, which keeps unsaved work; the same one never reloads twice. */
const reloadOnce = (error: unknown): Promise<never> => {
  const missing = String(error);
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === missing) throw error;
  sessionStorage.setItem(RELOADED, missing);
  window.location.reload();
  return new Promise(() => undefined);
};

/** A component that is fetched when it is first shown, and whose absence is told in its place. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let Loaded: ComponentType<Props> | undefined;
  const fetchPart = () => lazy(async () => ({ default: await load().catch(reloadOnce) }));
  let Part = fetchPart();

  function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    // The same one as long as it is shown: a component that takes another's place loses what was typed.
    const [Ready] = useState(() => Loaded);
    const retry = () => {
      // A promise that failed once would fail for ever.
      Part = fetchPart();
      setAttempt(attempt + 1);
    };
    if (Ready) return <Ready {...props} />;
    return (
      <PartBoundary key={attempt} onRetry={retry}>
        <Part {...props} />
      </PartBoundary>
    );
  }
  /** Fetches it, so that it is shown without a pause; a failure is told when it is shown. */
  const preload = async () => {
    Loaded = await load().catch(() => undefined);
  };
  return Object.assign(LazyPart, { preload });
};
