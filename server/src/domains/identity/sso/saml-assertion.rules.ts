import { SsoRefusal } from './refusal.rules.ts'
import { ASSERTION, type Expected } from './saml-envelope.rules.ts'
import { allOf, attributeOf, childrenOf, type XmlElement } from './xml-tree.rules.ts'

/** Clocks of provider and installation may differ by so much. */
export const SKEW_MS = 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])
const LONGEST_NAME_ID = 1000

/** What a verified assertion says. */
export interface SaidOfPerson {
  assertionId: string
  nameId: string
  /** The provider gives a new NameID each time: it identifies no one. */
  transient: boolean
  attributes: Record<string, string[]>
  /** When the assertion would be refused for its age anyway. */
  until: Date
}

/**
 * Reads the assertion whose signature was verified, from exactly the bytes that were signed, and checks that it is
 * meant for us, for this request and for now (SAML 2.0 profiles, 4.1.4.3).
 */
export function readAssertion(
  assertion: XmlElement,
  expected: Expected & { assertionId: string },
  now: Date,
): SaidOfPerson {
  const assertionId = attributeOf(assertion, 'ID')
  if (assertion.namespace !== ASSERTION || assertion.name !== 'Assertion' || assertionId === null)
    throw new SsoRefusal('The signed element isn’t an assertion')
  if (assertionId !== expected.assertionId) throw new SsoRefusal('The signature covers another assertion')
  if (only(assertion, 'Issuer').text.trim() !== expected.idpEntityId)
    throw new SsoRefusal('The assertion is from another issuer')
  checkConditions(only(assertion, 'Conditions'), expected, now)
  const subject = only(assertion, 'Subject')
  const until = confirmedUntil(subject, expected, now)
  const nameId = only(subject, 'NameID')
  if (nameId.children.length > 0) throw new SsoRefusal('The NameID contains elements')
  const text = nameId.text.trim()
  if (text === '' || text.length > LONGEST_NAME_ID) throw new SsoRefusal('The NameID is empty or too long')
  checkStatement(assertion, now)
  return {
    assertionId,
    nameId: text,
    transient: attributeOf(nameId, 'Format') === TRANSIENT,
    attributes: attributesOf(assertion),
    until,
  }
}

function checkConditions(conditions: XmlElement, { entityId }: Expected, now: Date): void {
  checkTimes(conditions, now, 'The assertion')
  if (conditions.children.some((each) => each.namespace !== ASSERTION || !CONDITIONS.has(each.name)))
    throw new SsoRefusal('The assertion has an unsupported condition')
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  const names = (each: XmlElement) => childrenOf(each, ASSERTION, 'Audience').map(({ text }) => text.trim())
  if (restrictions.length === 0 || !restrictions.every((each) => names(each).includes(entityId)))
    throw new SsoRefusal('The assertion is for another audience')
}

/** The end of the one confirmation that holds for us; throws with the fault of the last one when none does. */
function confirmedUntil(subject: XmlElement, expected: Expected, now: Date): Date {
  let fault = new SsoRefusal('The assertion has no bearer confirmation')
  for (const confirmation of childrenOf(subject, ASSERTION, 'SubjectConfirmation')) {
    if (attributeOf(confirmation, 'Method') !== BEARER) continue
    try {
      return checkBearer(only(confirmation, 'SubjectConfirmationData'), expected, now)
    } catch (error) {
      if (!(error instanceof SsoRefusal)) throw error
      fault = error
    }
  }
  throw fault
}

function checkBearer(data: XmlElement, { acsUrl, requestId }: Expected, now: Date): Date {
  if (attributeOf(data, 'Recipient') !== acsUrl)
    throw new SsoRefusal('The assertion is for another recipient')
  if (attributeOf(data, 'InResponseTo') !== requestId)
    throw new SsoRefusal('The assertion answers another request')
  const end = checkTimes(data, now, 'The confirmation')
  if (end === null) throw new SsoRefusal('The confirmation has no expiry')
  return new Date(end + SKEW_MS)
}

function checkStatement(assertion: XmlElement, now: Date): void {
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement')
  if (statements.length === 0) throw new SsoRefusal('The assertion has no authentication statement')
  for (const statement of statements) {
    const end = instantOf(statement, 'SessionNotOnOrAfter')
    if (end !== null && now.getTime() - SKEW_MS >= end)
      throw new SsoRefusal('The session at the provider has ended')
  }
}

function checkTimes(element: XmlElement, now: Date, what: string): number | null {
  const from = instantOf(element, 'NotBefore')
  const end = instantOf(element, 'NotOnOrAfter')
  if (from !== null && now.getTime() + SKEW_MS < from) throw new SsoRefusal(`${what} isn’t valid yet`)
  if (end !== null && now.getTime() - SKEW_MS >= end) throw new SsoRefusal(`${what} has expired`)
  return end
}

function instantOf(element: XmlElement, name: string): number | null {
  const text = attributeOf(element, name)
  if (text === null) return null
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/
  const at = form.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new SsoRefusal(`${name} isn’t a valid time`)
  return at
}

function attributesOf(assertion: XmlElement): Record<string, string[]> {
  const found = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const name = attributeOf(attribute, 'Name')
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue')
      // Values with a structure of their own are none that a mapping could name.
      const texts = values.filter((value) => allOf(value).length === 1).map((value) => value.text.trim())
      if (name !== null) found.set(name, [...(found.get(name) ?? []), ...texts])
    }
  }
  return Object.fromEntries(found)
}

function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...more] = childrenOf(parent, ASSERTION, name)
  if (found === undefined || more.length > 0) throw new SsoRefusal(`There must be one ${name}`)
  return found
}
