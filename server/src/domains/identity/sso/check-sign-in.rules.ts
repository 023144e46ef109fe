import type { Issue } from '@caseloom/contract/kernel/errors'
import type { RoleMapping } from '@caseloom/contract/identity/sso'

/** What mappings may name. */
export interface Known {
  roleIds: ReadonlySet<string>
  tenantIds: ReadonlySet<string>
}

export interface WantedSettings {
  emailDomains: readonly string[]
  samlEnabled: boolean
  oidcEnabled: boolean
  saml: { idpEntityId: string; idpSsoUrl: string; roleMappings: readonly RoleMapping[] } | null
  oidc: { issuer: string; scopes: string; roleMappings: readonly RoleMapping[] } | null
}

/** All that is wrong with settings in themselves, at their fields. */
export function issuesOfSettings(wanted: WantedSettings, entityId: string, known: Known): Issue[] {
  const { saml, oidc } = wanted
  return [
    ...issuesOfDomains(wanted.emailDomains),
    ...(wanted.samlEnabled && saml === null ? [missing('samlEnabled')] : []),
    ...(wanted.oidcEnabled && oidc === null ? [missing('oidcEnabled')] : []),
    ...(saml === null ? [] : issuesOfSaml(saml, entityId)),
    ...(oidc === null ? [] : issuesOfOidc(oidc)),
    ...issuesOfMappings(saml?.roleMappings ?? [], ['body', 'saml', 'roleMappings'], known),
    ...issuesOfMappings(oidc?.roleMappings ?? [], ['body', 'oidc', 'roleMappings'], known),
  ]
}

function missing(field: string): Issue {
  return { path: ['body', field], code: 'settings_missing', message: 'Fill in the provider’s settings first' }
}

function issuesOfDomains(domains: readonly string[]): Issue[] {
  return domains.flatMap((domain, at) => {
    const path = ['body', 'emailDomains', at]
    if (domains.indexOf(domain) !== at)
      return [{ path, code: 'repeated', message: 'This domain is a duplicate' }]
    const labels = domain.split('.')
    const wrong = labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
    return wrong ? [{ path, code: 'invalid_format', message: 'Not a valid email domain' }] : []
  })
}

function issuesOfSaml(saml: { idpEntityId: string; idpSsoUrl: string }, entityId: string): Issue[] {
  const own = {
    path: ['body', 'saml', 'idpEntityId'],
    code: 'own_id',
    message: 'This is the entity ID of Caseloom itself',
  }
  return [
    ...(saml.idpEntityId === entityId ? [own] : []),
    ...(isSafe(saml.idpSsoUrl) ? [] : [insecure(['body', 'saml', 'idpSsoUrl'])]),
  ]
}

function issuesOfOidc(oidc: { issuer: string; scopes: string }): Issue[] {
  const issuer = URL.parse(oidc.issuer)
  const bare = issuer?.search === '' && issuer.hash === '' && issuer.username === '' && issuer.password === ''
  const path = ['body', 'oidc', 'issuer']
  const message = 'An issuer can’t contain a query, fragment, or credentials'
  const scopes = {
    path: ['body', 'oidc', 'scopes'],
    code: 'invalid_format',
    message: 'Separate scopes with spaces',
  }
  return [
    ...(bare ? [] : [{ path, code: 'invalid_format', message }]),
    ...(isSafe(oidc.issuer) ? [] : [insecure(path)]),
    // RFC 6749, 3.3: the characters of scope tokens.
    ...(/^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(oidc.scopes) ? [] : [scopes]),
  ]
}

/** Passwords and tokens go there: plain http is for a provider on this very machine only. */
function isSafe(address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  return url.protocol === 'https:' || /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}

function insecure(path: (string | number)[]): Issue {
  return { path, code: 'insecure', message: 'Use https: passwords and tokens are sent to this URL' }
}

function issuesOfMappings(mappings: readonly RoleMapping[], path: string[], known: Known): Issue[] {
  return mappings.flatMap(({ role }, at) => {
    const base = [...path, at, 'role']
    const noRole = { path: [...base, 'roleId'], code: 'unknown', message: 'No such role in this account' }
    const noTenant = {
      path: [...base, 'tenantId'],
      code: 'unknown',
      message: 'No such tenant in this account',
    }
    return [
      ...(known.roleIds.has(role.roleId) ? [] : [noRole]),
      ...(role.tenantId === null || known.tenantIds.has(role.tenantId) ? [] : [noTenant]),
    ]
  })
}
