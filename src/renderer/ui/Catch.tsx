/** A fault in the drawing must not leave the operator with nothing: says so, and draws again by itself. */
import { Component, type ReactNode } from 'react';

const againAfterMs = 1000;

type Props = { readonly children: ReactNode };

export class Catch extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  private timer: ReturnType<typeof setTimeout> | null = null;

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.timer = setTimeout(() => this.setState({ hasFailed: false }), againAfterMs);
  }

  override componentWillUnmount(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="welcome" role="alert">
        <h1>The desk could not be drawn. On air is not affected.</h1>
        <p>
          It is drawn again at once. If this stays: reload this page; what must come off now, take off at the mixer.
        </p>
      </main>
    );
  }
}
