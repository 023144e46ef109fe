import type { OidcSettings, RoleMapping, SamlSettings } from '@caseloom/contract/identity/sso'
import { z } from 'zod'
import { cleanEmail, emailKey } from '../people/email.rules.ts'
import { SsoRefusal } from './refusal.rules.ts'
import type { SaidOfPerson } from './saml-assertion.rules.ts'

export const Provider = z.enum(['saml', 'oidc'])
export type Provider = z.infer<typeof Provider>

/** The identity asserted by the provider, checked and ready to be matched with the people of the account. */
export const AssertedIdentity = z.object({
  provider: Provider,
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  /** Attributes or claims that role mappings look at. */
  attributes: z.record(z.string(), z.array(z.string())),
})
export type AssertedIdentity = z.infer<typeof AssertedIdentity>

/** What a verified id token says. */
export interface OidcClaims {
  subject: string
  claims: Record<string, unknown>
}

const LONGEST_NAME = 100
const LONGEST_SUBJECT = 1000
/** Where providers put a person's name when the account does not say. */
const NAMES = [
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'name',
  'cn',
  'urn:oid:2.5.4.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
]

/** The person as a verified assertion describes them. */
export function assertedBySaml(settings: SamlSettings, said: SaidOfPerson): AssertedIdentity {
  const { emailAttribute, nameAttribute } = settings
  const stated = emailAttribute === '' ? said.nameId : said.attributes[emailAttribute]?.[0]
  const email = address(stated)
  return {
    provider: 'saml',
    issuer: settings.idpEntityId,
    subject: said.transient ? `email:${emailKey(email)}` : said.nameId,
    email,
    name: nameOf(nameAttribute === '' ? NAMES : [nameAttribute], said.attributes, email),
    attributes: said.attributes,
  }
}

/** The person as a verified id token describes them; an address counts when it is verified, or in the account's domains. */
export function assertedByOidc(
  settings: OidcSettings,
  { subject, claims }: OidcClaims,
  ownDomains: readonly string[],
): AssertedIdentity {
  if (subject === '' || subject.length > LONGEST_SUBJECT)
    throw new SsoRefusal('The subject is empty or too long')
  const email = address(claims['email'])
  const domain = emailKey(email).split('@').at(-1) ?? ''
  if (claims['email_verified'] !== true && !ownDomains.includes(domain))
    throw new SsoRefusal('The provider hasn’t verified the email address')
  const attributes = textsOf(claims)
  const names = settings.nameClaim === '' ? ['name', 'preferred_username'] : [settings.nameClaim]
  const name = nameOf(names, attributes, email)
  return { provider: 'oidc', issuer: settings.issuer, subject, email, name, attributes }
}

/** Wider than what we let people type: their provider's directory may have addresses in any script (RFC 6531). */
const ADDRESS = /^[^\s@<>()[\]",:;\\]{1,64}@[^\s@<>()[\]",:;\\]+\.[^\s@<>()[\]",:;\\.]+$/u
const LONGEST_ADDRESS = 254

function address(value: unknown): string {
  const email = typeof value === 'string' ? cleanEmail(value) : ''
  if (email.length > LONGEST_ADDRESS || !ADDRESS.test(email))
    throw new SsoRefusal('The provider’s response has no email address where the settings expect it')
  return email
}

function nameOf(names: readonly string[], attributes: Record<string, string[]>, email: string): string {
  const found = names.map((name) => attributes[name]?.[0]?.trim() ?? '').find((text) => text !== '')
  return (found ?? email.split('@')[0] ?? email).slice(0, LONGEST_NAME)
}

/** Claims as texts; what lies deeper goes by its path, as `realm_access.roles`. */
function textsOf(claims: object, path = '', levels = 4): Record<string, string[]> {
  const texts: Record<string, string[]> = {}
  for (const [key, value] of Object.entries(claims)) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    const plain = values.filter((each) => ['string', 'number', 'boolean'].includes(typeof each)).map(String)
    if (plain.length > 0) texts[`${path}${key}`] = plain
    if (levels > 0 && typeof value === 'object' && value !== null && !Array.isArray(value))
      Object.assign(texts, textsOf(value, `${path}${key}.`, levels - 1))
  }
  return texts
}

/** The roles that a sign-in gives, each once. */
export function mappedRoles(
  mappings: readonly RoleMapping[],
  attributes: Record<string, string[]>,
): { roleId: string; tenantId: string | null }[] {
  const held = mappings.filter(
    ({ attribute, value }) => value === '*' || attributes[attribute]?.includes(value) === true,
  )
  const roles = held.map(({ role }) => [`${role.roleId}/${role.tenantId}`, role] as const)
  return [...new Map(roles).values()]
}
