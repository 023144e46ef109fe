import type { JsonObject } from '@caseloom/contract/json'

/** What a step may use of an asset while it works; never kept, logged or shown. */
export interface Credentials {
  /** Open settings of the asset. */
  settings: JsonObject
  /** Base address of the asset: nothing of it goes to another origin. */
  base: string
  /** Put into each request to that origin. */
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Every text that must not come back: in outputs, errors or logs. */
  secrets: readonly string[]
}

/** Shorter texts stand in innocent words too. */
const SHORTEST = 4

/** The forms in which servers repeat secrets: as they are, in an address, in base64; longest first. */
export function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      // As it stands inside a JSON text that came as a text.
      JSON.stringify(secret).slice(1, -1),
    ])
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}
