/** One line of the Settings screen: a name, a field and a note, with results below them. */
import type { ReactNode } from 'react';

type SettingLineProps = {
  /** JSON path of the setting, or the name of the secret; `null` for neither. */
  readonly setting: string | null;
  readonly secret: string | null;
  /** The `aria-label` of the field is the same. */
  readonly label: string;
  readonly note: ReactNode;
  /** Shown below the field. */
  readonly below: ReactNode;
  readonly children: ReactNode;
};

export function SettingLine({ setting, secret, label, note, below, children }: SettingLineProps) {
  return (
    <div className="setting" data-setting={setting ?? undefined} data-secret={secret ?? undefined}>
      <span className="setting-label">{label}</span>
      <div className="setting-field">{children}</div>
      <div className="setting-note">{note}</div>
      <div className="setting-below">{below}</div>
    </div>
  );
}

export function FactTable({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="setting-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
