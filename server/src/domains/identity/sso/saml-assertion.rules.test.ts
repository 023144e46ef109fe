import { describe, expect, it } from 'vitest'
import { readAssertion } from './saml-assertion.rules.ts'
import { ANSWER_LIMITS, readXml } from './xml.ts'

const now = new Date('2026-11-21T12:00:00Z')
const expected = {
  entityId: 'https://us.example.test/metadata',
  acsUrl: 'https://us.example.test/acs',
  idpEntityId: 'https://idp.example.test',
  requestId: '_request',
  assertionId: '_assertion',
}
const GOOD = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_assertion" Version="2.0">
  <saml:Issuer>https://idp.example.test</saml:Issuer>
  <saml:Subject><saml:NameID>zoe</saml:NameID>
    <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData
      InResponseTo="_request" NotOnOrAfter="2026-11-21T12:05:00Z" Recipient="https://us.example.test/acs"/></saml:SubjectConfirmation>
  </saml:Subject>
  <saml:Conditions NotBefore="2026-11-21T11:59:00Z" NotOnOrAfter="2026-11-21T12:10:00Z">
    <saml:AudienceRestriction><saml:Audience>https://us.example.test/metadata</saml:Audience></saml:AudienceRestriction>
  </saml:Conditions>
  <saml:AuthnStatement AuthnInstant="2026-11-21T12:00:00Z"/>
  <saml:AttributeStatement>
    <saml:Attribute Name="groups"><saml:AttributeValue>a</saml:AttributeValue><saml:AttributeValue>b</saml:AttributeValue></saml:Attribute>
    <saml:Attribute Name="groups"><saml:AttributeValue>c</saml:AttributeValue></saml:Attribute>
    <saml:Attribute Name="deep"><saml:AttributeValue><x/></saml:AttributeValue></saml:Attribute>
  </saml:AttributeStatement>
</saml:Assertion>`
const read = async (xml: string) => readAssertion(await readXml(xml, ANSWER_LIMITS), expected, now)

describe('a verified assertion', () => {
  it('returns the user, their roles, and the session expiry', async () => {
    expect(await read(GOOD)).toEqual({
      assertionId: '_assertion',
      nameId: 'zoe',
      transient: false,
      attributes: { groups: ['a', 'b', 'c'], deep: [] },
      until: new Date('2026-11-21T12:06:00Z'),
    })
  })

  it('may be off by a minute', async () => {
    const tight = GOOD.replace('12:05:00Z', '11:59:01Z').replace('11:59:00Z', '12:01:00Z')
    expect((await read(tight)).nameId).toBe('zoe')
  })

  it.each([
    ['of another id', 'ID="_assertion"', 'ID="_other"', /another assertion/],
    ['from another issuer', '<saml:Issuer>https://idp', '<saml:Issuer>https://evil', /another issuer/],
    ['for another audience', '/metadata</saml:Audience>', '/other</saml:Audience>', /audience/],
    ['for every audience', /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '', /audience/],
    ['for another recipient', 'Recipient="https://us', 'Recipient="https://evil', /recipient/],
    ['for every recipient', 'Recipient="https://us.example.test/acs"', '', /recipient/],
    ['to another request', 'InResponseTo="_request"', 'InResponseTo="_x"', /another request/],
    ['to no request', 'InResponseTo="_request"', '', /another request/],
    ['confirmed until long ago', '12:05:00Z', '11:58:00Z', /expired/],
    ['confirmed for ever', 'NotOnOrAfter="2026-11-21T12:05:00Z"', '', /no expiry/],
    ['whose conditions expired', '12:10:00Z', '11:58:00Z', /expired/],
    ['that counts later only', '11:59:00Z', '12:02:00Z', /isn’t valid yet/],
    ['with a time that is none', '12:10:00Z', 'tomorrow', /isn’t a valid time/],
    ['without conditions', /<saml:Conditions[\s\S]*<\/saml:Conditions>/, '', /one Conditions/],
    [
      'with a strange condition',
      '<saml:AudienceR',
      '<saml:Condition/><saml:AudienceR',
      /unsupported condition/,
    ],
    ['held by key', 'cm:bearer', 'cm:holder-of-key', /no bearer/],
    ['without a sign-in', /<saml:AuthnStatement[^>]*>/, '', /no authentication statement/],
    [
      'of an ended session',
      '<saml:AuthnStatement',
      '<saml:AuthnStatement SessionNotOnOrAfter="2026-11-21T11:00:00Z"',
      /session/,
    ],
    ['without a NameID', '<saml:NameID>zoe</saml:NameID>', '', /one NameID/],
    ['with two NameIDs', '<saml:NameID>', '<saml:NameID>x</saml:NameID><saml:NameID>', /one NameID/],
    ['with an empty NameID', '>zoe<', '> <', /empty/],
    ['with elements in its NameID', '>zoe<', '>zoe<x/><', /contains elements/],
    ['with two subjects', '<saml:Subject>', '<saml:Subject/><saml:Subject>', /one Subject/],
  ] as const)('%s is refused', async (_name, from, to, reason) => {
    const changed = GOOD.replace(from, to)
    expect(changed).not.toBe(GOOD)
    await expect(read(changed)).rejects.toThrow(reason)
  })
})
