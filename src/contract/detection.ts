/** The search for the service's signature format, as the control API shows it. */

export type CapturedDelivery = {
  readonly at: string;
  readonly bytes: number;
  readonly event: string | null;
  readonly timestamp: string | null;
  readonly hasSignature: boolean;
  /** Formats that match this delivery. */
  readonly fits: readonly string[];
  /** A sentence for the operator; `null` once all formats were tried. */
  readonly note: string | null;
};

export type Detection = {
  readonly since: string;
  readonly captured: readonly CapturedDelivery[];
  /** The matching format as the `signing` setting and as a sentence; `null` until two deliveries match. */
  readonly found: { readonly signing: string; readonly words: string; readonly signsTime: boolean } | null;
};
