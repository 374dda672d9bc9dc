/** Catches rendering errors, shows a message and retries after one second. */
import { Component, type ReactNode } from 'react';
import { say } from '../core/language/say.ts';

const retryDelayMs = 1000;

type Props = {
  /** What happened, and whether air or data are affected. */
  readonly title: string;
  /** What to do if the message stays, besides a reload. */
  readonly advice: string;
  readonly children: ReactNode;
};

export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  private timer: ReturnType<typeof setTimeout> | null = null;

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.timer = setTimeout(() => this.setState({ hasFailed: false }), retryDelayMs);
  }

  override componentWillUnmount(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="message-screen" role="alert">
        <h1>{this.props.title}</h1>
        <p>
          {say('It retries every second. If this message stays, reload this page.')} {this.props.advice}
        </p>
      </main>
    );
  }
}
