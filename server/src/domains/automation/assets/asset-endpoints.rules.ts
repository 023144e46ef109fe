import type { AuthKind } from '@caseloom/contract/automation/assets'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  authOf,
  baseAddress,
  endpointOf,
  type ResolvedConnector,
  withDefaults,
} from '../registry/resolve-connector.ts'

/**
 * Everything that determines where the secrets of an asset are sent and under which name, as text to compare. Secrets
 * belong to the endpoints they were entered for and are never sent anywhere else.
 */
export function endpointsOf(known: ResolvedConnector, kind: AuthKind, settings: JsonObject): string {
  const auth = authOf(known, kind, settings)
  const base = baseAddress(known, settings)
  const all = withDefaults(known, settings)
  const url = (template: string) => endpointOf(template, settings)
  return JSON.stringify({
    kind,
    base: base === null ? null : (URL.parse(base)?.origin ?? null),
    token: auth !== null && 'tokenUrl' in auth ? url(auth.tokenUrl) : null,
    authorize: auth !== null && 'authorizeUrl' in auth ? url(auth.authorizeUrl) : null,
    client: settings['clientId'] ?? null,
    key: auth?.kind === 'apiKey' ? [auth.in, auth.name] : null,
    smtp: known.base === null ? [all['smtpHost'], all['smtpPort'], all['smtpSecurity']] : null,
    imap: known.base === null ? [all['imapHost'], all['imapPort'], all['imapSecurity']] : null,
  })
}

interface Bound {
  auth: AuthKind
  settings: JsonObject
  bound_to: string | null
}

/** Whether the secrets must be entered again: their connector names other endpoints than those they were entered for. */
export function needsSecretAgain(known: ResolvedConnector, { auth, settings, bound_to }: Bound): boolean {
  return auth !== 'none' && bound_to !== null && bound_to !== endpointsOf(known, auth, settings)
}
