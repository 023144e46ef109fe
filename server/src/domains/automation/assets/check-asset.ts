import { nearest } from '@caseloom/playbook/issues'
import { secretNames } from '@caseloom/connectors/kit/auth'
import type { AssetInput } from '@caseloom/contract/automation/assets'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  AUTH_SETTINGS,
  AuthSettings,
  authOf,
  baseAddress,
  endpointOf,
  type ResolvedConnector,
  schemaOf,
} from '../registry/resolve-connector.ts'

/** What is wrong with an asset as written; its settings with defaults filled in when nothing is. */
export function checkAsset(
  input: AssetInput,
  known: ResolvedConnector | null,
  storedSecrets: readonly string[],
): { settings: JsonObject; issues: Issue[] } {
  if (known === null)
    return {
      settings: input.settings,
      issues: [issue(['connector'], 'unknown', 'No such connector')],
    }
  const auth = authOf(known, input.auth, input.settings)
  if (auth === null) {
    const message = `${known.title} doesn’t support this type of credentials`
    return { settings: input.settings, issues: [issue(['auth'], 'bad_value', message)] }
  }
  const { settings, issues } = checkSettings(input.settings, known)
  if (issues.length === 0 && known.base !== null && baseAddress(known, settings) === null)
    issues.push(issue(['settings', 'baseUrl'], 'bad_value', 'These settings don’t result in a base address'))
  if (auth.kind === 'basic' && !settings['username'])
    issues.push(issue(['settings', 'username'], 'missing', 'A user name is required'))
  if (auth.kind === 'oauth2ClientCredentials' || auth.kind === 'oauth2AuthorizationCode') {
    if (!settings['clientId'])
      issues.push(issue(['settings', 'clientId'], 'missing', 'A client ID is required'))
    const ends =
      auth.kind === 'oauth2ClientCredentials'
        ? ([['tokenUrl', auth.tokenUrl]] as const)
        : ([
            ['tokenUrl', auth.tokenUrl],
            ['authorizeUrl', auth.authorizeUrl],
          ] as const)
    for (const [name, template] of ends)
      if (endpointOf(template, settings) === null)
        issues.push(issue(['settings', name], 'missing', 'This provider address is required'))
  }
  return { settings, issues: [...issues, ...secretIssues(input, storedSecrets)] }
}

function checkSettings(
  given: JsonObject,
  known: ResolvedConnector,
): { settings: JsonObject; issues: Issue[] } {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !isOfAuth(name, known)))
  const forAuth = Object.fromEntries(Object.entries(given).filter(([name]) => AUTH_SETTINGS.includes(name)))
  const read = schemaOf(known.settings).safeParse(own)
  const readAuth = AuthSettings.safeParse(forAuth)
  const faults = [...(read.error?.issues ?? []), ...(readAuth.error?.issues ?? [])]
  const issues = faults.map(({ path, code, message }) =>
    issue(['settings', ...path.map(String)], code ?? 'bad_value', message),
  )
  issues.push(...unknownSettings(own, known))
  // An object schema gives an object; its defaults are filled in.
  const settings = { ...(read.success ? (read.data as JsonObject) : own), ...(readAuth.data ?? forAuth) }
  return { settings: dropUndefined(settings), issues }
}

/** A setting that nothing reads is a typing error: `scope` instead of `scopes` would get a token without scope. */
function unknownSettings(own: JsonObject, known: ResolvedConnector): Issue[] {
  const { properties } = known.settings
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const all = [...new Set([...names, ...AUTH_SETTINGS])]
  return Object.keys(own)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const near = nearest(name, all)
      const hint = near === undefined ? '' : `; did you mean "${near}"?`
      return issue(['settings', name], 'unknown_field', `Unknown setting "${name.slice(0, 60)}"${hint}`)
    })
}

function isOfAuth(name: string, known: ResolvedConnector): boolean {
  const { properties } = known.settings
  const isOwn = typeof properties === 'object' && properties !== null && name in properties
  return AUTH_SETTINGS.includes(name) && !isOwn
}

function dropUndefined(values: { [key: string]: JsonObject[string] | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function secretIssues(input: AssetInput, stored: readonly string[]): Issue[] {
  const { needed, optional } = secretNames(input.auth)
  const issues = Object.keys(input.secrets)
    .filter((name) => ![...needed, ...optional].includes(name))
    .map((name) => issue(['secrets', name], 'unknown', 'This type of credentials has no such secret'))
  for (const name of needed) {
    const written = input.secrets[name]
    const isThere = written === undefined ? stored.includes(name) : written !== null && written !== ''
    if (!isThere) issues.push(issue(['secrets', name], 'missing', 'This secret is required'))
  }
  return issues
}

export function issue(path: (string | number)[], code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}
