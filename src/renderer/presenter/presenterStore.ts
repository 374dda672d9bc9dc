/** The state of the presenter’s page: the last view that arrived, and whether it is up to date. */
import { create } from 'zustand';
import type { PresenterView } from '../../contract/presenter.ts';

export type PresenterPage = {
  /** Stays while the connection is lost; `null` until the first one arrives. */
  readonly view: PresenterView | null;
  readonly isConnected: boolean;
  /** When something last arrived, by this device’s clock; `null` until then. */
  readonly heardAtMs: number | null;
  /** Why Greenroom refuses the link; `null` while it does not. */
  readonly refusal: string | null;
  /** Greenroom’s clock minus this device’s. */
  readonly clockOffsetMs: number;
};

export const initialPage: PresenterPage = {
  view: null,
  isConnected: false,
  heardAtMs: null,
  refusal: null,
  clockOffsetMs: 0,
};

export const usePresenter = create<PresenterPage>()(() => initialPage);

export function receiveView(view: PresenterView): void {
  usePresenter.setState({ view });
}

export function receiveAnything(engineMs: number | null): void {
  const heardAtMs = Date.now();
  usePresenter.setState({
    ...{ isConnected: true, heardAtMs, refusal: null },
    ...(engineMs !== null && { clockOffsetMs: engineMs - heardAtMs }),
  });
}

export function receiveLoss(refusal: string | null): void {
  usePresenter.setState({ isConnected: false, refusal });
}
