/** Names the secrets that can be set while Greenroom runs. */

/** Kept in the keychain or in `secrets.json`. */
export const keptSecretNames = ['apiKey', 'webhookSecret', 'webhookSecretNext'] as const;
export type KeptSecretName = (typeof keptSecretNames)[number];

/** The read token is kept with the settings, because it is one. */
export const secretNames = [...keptSecretNames, 'readToken'] as const;
export type SecretName = (typeof secretNames)[number];
