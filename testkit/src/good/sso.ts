import { aCertificate } from '../certificate.ts'
import type { Area } from './types.ts'

const CERTIFICATE = aCertificate().certificatePem
const METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.test">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${CERTIFICATE.replace(
      /-----[A-Z ]+-----/g,
      '',
    )}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.test/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`

/** Single sign-on of accounts that have no provider yet: their sign-ins lead back to our sign-in page. */
export const sso: Area = {
  good: {
    saveSignInSettings: () => ({
      body: {
        revision: 0,
        emailDomains: [],
        passwordAllowed: true,
        mfaRequired: false,
        idleMinutes: 480,
        absoluteHours: 168,
        samlEnabled: false,
        oidcEnabled: false,
        saml: null,
        oidc: null,
      },
    }),
    readSamlMetadata: () => ({ body: { xml: METADATA } }),
    // Loopback, which no operator of this world has listed.
    checkOidc: () => ({ body: { issuer: 'http://127.0.0.1:9' } }),
    samlLogin: () => ({ query: 'returnTo=%2F' }),
    oidcLogin: () => ({ query: 'returnTo=%2F' }),
    oidcCallback: () => ({ query: 'code=a&state=b&session_state=c' }),
    finishSso: () => ({ body: { code: 'unknown' } }),
  },
  otherStatus: { checkOidc: [502], finishSso: [401] },
}
