import { z } from 'zod'
import { HeldRole } from './directory.ts'
import { route } from '../kernel/route.ts'

/** From an attribute (SAML) or claim (OIDC) of a sign-in to roles; the value `*` always holds. */
export const RoleMapping = z.strictObject({
  attribute: z.string().min(1).max(200),
  value: z.string().min(1).max(500),
  role: HeldRole,
})
export type RoleMapping = z.infer<typeof RoleMapping>
const provisioning = {
  /** People who are unknown become users of the account at their first sign-in. */
  createUsers: z.boolean(),
  /** Mapped roles replace those that an earlier sign-in gave. */
  roleMappings: z.array(RoleMapping).max(200),
}
const AttributeName = z.string().max(200)
/** SAML 2.0, service provider initiated, Web Browser SSO profile. */
export const SamlSettings = z.strictObject({
  idpEntityId: z.string().min(1).max(1000),
  idpSsoUrl: z.url({ protocol: /^https?$/ }).max(2000),
  /** PEM or base64 of the signing certificates; any of them may sign. */
  idpCertificates: z.array(z.string().min(1).max(20_000)).min(1).max(10),
  /** Empty: the NameID is the address. */
  emailAttribute: AttributeName,
  nameAttribute: AttributeName,
  /** Asks the provider to show its form even when it knows the person. */
  forceLogin: z.boolean(),
  ...provisioning,
})
export type SamlSettings = z.infer<typeof SamlSettings>
/** OpenID Connect, authorization code flow with PKCE. */
export const OidcSettings = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }).max(2000),
  clientId: z.string().min(1).max(500),
  scopes: z.string().max(500),
  nameClaim: AttributeName,
  ...provisioning,
})
export type OidcSettings = z.infer<typeof OidcSettings>
const policy = {
  /** Mail domains whose people are led to this account's provider, lower case. */
  emailDomains: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/)
        .max(253),
    )
    .max(50),
  passwordAllowed: z.boolean(),
  mfaRequired: z.boolean(),
  idleMinutes: z.number().int().min(5).max(10_080),
  absoluteHours: z.number().int().min(1).max(720),
  samlEnabled: z.boolean(),
  oidcEnabled: z.boolean(),
}
export const SignInSettings = z.object({
  ...policy,
  saml: SamlSettings.nullable(),
  oidc: OidcSettings.extend({ hasSecret: z.boolean() }).nullable(),
  /** What the administrator of the provider needs to know of us. */
  serviceProvider: z.object({
    entityId: z.string(),
    acsUrl: z.string(),
    metadataUrl: z.string(),
    loginUrl: z.string(),
    oidcRedirectUrl: z.string(),
    oidcLoginUrl: z.string(),
  }),
  revision: z.number().int(),
})
export type SignInSettings = z.infer<typeof SignInSettings>

const path = '/iam/account/:accountId/sign-in'
export const signInSettings = route({
  method: 'GET',
  path,
  summary: 'Gets the sign-in settings of the account',
  needs: 'account:admin',
  reply: SignInSettings,
})
export const saveSignInSettings = route({
  method: 'PUT',
  path,
  summary: 'Updates the sign-in settings of the account',
  needs: 'account:admin',
  body: z.strictObject({
    revision: z.number().int(),
    ...policy,
    saml: SamlSettings.nullable(),
    /** clientSecret absent keeps the one before. */
    oidc: OidcSettings.extend({ clientSecret: z.string().min(1).max(2000).optional() }).nullable(),
  }),
  reply: SignInSettings,
  fails: ['resource.version_conflict', 'signin.would_lock_out', 'signin.domain_taken'],
  on404: 'here',
})
export const readSamlMetadata = route({
  method: 'POST',
  path: `${path}/saml/metadata`,
  summary: 'Reads settings from a provider’s metadata document without saving them',
  needs: 'account:admin',
  body: z.strictObject({ xml: z.string().min(1).max(500_000) }),
  reply: SamlSettings.pick({ idpEntityId: true, idpSsoUrl: true, idpCertificates: true }),
  on404: 'here',
})
export const checkOidc = route({
  method: 'POST',
  path: `${path}/oidc/check`,
  summary: 'Reads the discovery document of an issuer without saving it',
  needs: 'account:admin',
  body: z.strictObject({ issuer: OidcSettings.shape.issuer }),
  reply: z.object({ authorizationEndpoint: z.string(), tokenEndpoint: z.string() }),
  fails: ['signin.provider_unreachable'],
  on404: 'here',
})
const Start = z.strictObject({ returnTo: z.string().max(2000).optional() })
export const samlLogin = route({
  method: 'GET',
  path: '/iam/saml/:accountId/login',
  summary: 'Redirects the browser to the account’s SAML provider',
  open: true,
  withoutLicense: true,
  query: Start,
  answers: 'redirect',
  on404: 'here',
})
export const samlAcs = route({
  method: 'POST',
  path: '/iam/saml/:accountId/acs',
  summary: 'Handles the SAML provider’s response and redirects to the page that sets the session',
  open: true,
  withoutLicense: true,
  bodyKind: 'raw',
  // A signed answer with some hundred groups in it is larger than other open bodies.
  bodyLimit: 256 * 1024,
  answers: 'redirect',
  on404: 'here',
})
export const samlMetadata = route({
  method: 'GET',
  path: '/iam/saml/:accountId/metadata',
  summary: 'Returns the metadata of this service provider (application/samlmetadata+xml)',
  open: true,
  withoutLicense: true,
  answers: 'file',
  on404: 'here',
})
export const oidcLogin = route({
  method: 'GET',
  path: '/iam/oidc/:accountId/login',
  summary: 'Redirects the browser to the account’s OpenID provider',
  open: true,
  withoutLicense: true,
  query: Start,
  answers: 'redirect',
  on404: 'here',
})
export const oidcCallback = route({
  method: 'GET',
  path: '/iam/oidc/callback',
  summary: 'Handles the OpenID provider’s response',
  open: true,
  withoutLicense: true,
  query: z.looseObject({}),
  answers: 'redirect',
  on404: 'here',
})
/** A provider's sign-in ends on a page of ours, which hands the one-time code in: so the cookie is set by our own site. */
export const finishSso = route({
  method: 'POST',
  path: '/iam/login/sso',
  summary: 'Exchanges the one-time code of a completed single sign-on for a session',
  open: true,
  withoutLicense: true,
  body: z.strictObject({
    /** Of the page's `sso` parameter, whatever it holds: after a failure it is the failure that is answered. */
    code: z.string().max(500),
    /** Answers session.link_needed, whose `email` says for which address. */
    password: z.string().max(200).optional(),
  }),
  reply: z.object({ returnTo: z.string().nullable() }),
  fails: [
    'session.challenge_over',
    'session.link_needed',
    'session.bad_credentials',
    'signin.refused',
    'signin.provider_unreachable',
  ],
  on404: 'here',
})
