/** Use cases that check no actor, each with the reason. Read by `use-cases.ts`; an entry that no longer holds is a fault. */
const SIGN_IN =
  'The sign-in itself: no actor exists before it; the password, code, passkey, or provider is the proof.'
const TOKEN = 'The one-time token of a mail, or the session token, is the permission.'
const ACTOR = 'Answers who the actor is: every check of permissions comes after it.'
const READ = 'A read for use cases of the house, each of which has checked who asks.'
const SETUP =
  'Set-up without a session: the installer, the command line, and use cases that have checked who asks.'
const FIRST_RUN = 'The first run, before there is anyone: the one-time code is checked where it is started.'
const HOUSEKEEPING = 'Housekeeping that the product does on its own.'
const PURE = 'Computes or parses what it is given; it reads and writes nothing of an account.'
const SHIPPED = 'Reads files that come with the product: the same for everyone.'

const DOMAINS = 'server/src/domains'

export const UNGUARDED: Readonly<Record<string, string>> = {
  [`${DOMAINS}/identity/lockout/attempts.ts#takeAttempt`]: SIGN_IN,
  [`${DOMAINS}/identity/sign-in/log-in.ts#logIn`]: SIGN_IN,
  [`${DOMAINS}/identity/sign-in/log-in.ts#provePassword`]: SIGN_IN,
  [`${DOMAINS}/identity/sign-in/passkey-log-in.ts#passkeyOptions`]: SIGN_IN,
  [`${DOMAINS}/identity/sign-in/passkey-log-in.ts#logInByPasskey`]: SIGN_IN,
  [`${DOMAINS}/identity/sign-in/second-factor.ts#answerSecondFactor`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/begin-sign-in.ts#beginSaml`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/begin-sign-in.ts#beginOidc`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/finish-sign-in.ts#finishSignIn`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/login-options.ts#loginOptions`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/refuse-sign-in.ts#refuseSignIn`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/take-answer.ts#takeSamlAnswer`]: SIGN_IN,
  [`${DOMAINS}/identity/sso/take-answer.ts#takeOidcAnswer`]: SIGN_IN,
  [`${DOMAINS}/identity/lockout/lockout.ts#notifyLocked`]: SIGN_IN,
  [`${DOMAINS}/identity/directory/forgot-password.ts#forgotPassword`]: TOKEN,
  [`${DOMAINS}/identity/directory/set-password.ts#checkPasswordToken`]: TOKEN,
  [`${DOMAINS}/identity/directory/set-password.ts#setPassword`]: TOKEN,
  [`${DOMAINS}/identity/lockout/lockout.ts#unlock`]: TOKEN,
  [`${DOMAINS}/identity/sign-in/log-out.ts#logOut`]: TOKEN,
  [`${DOMAINS}/identity/sessions/reauthenticate.ts#reauthenticate`]: TOKEN,
  [`${DOMAINS}/identity/sessions/view-session.ts#viewSession`]: TOKEN,
  [`${DOMAINS}/identity/sign-in/authenticate.ts#authenticate`]: ACTOR,
  [`${DOMAINS}/identity/sign-in/authenticate.ts#actorOf`]: ACTOR,
  [`${DOMAINS}/identity/directory/authenticate-token.ts#authenticateToken`]: ACTOR,
  [`${DOMAINS}/identity/permissions/tenant-actors.ts#tenantActors`]: ACTOR,
  [`${DOMAINS}/identity/permissions/tenant-administrator.ts#tenantAdministrator`]: ACTOR,
  [`${DOMAINS}/identity/directory/list-users.ts#readUserView`]: READ,
  [`${DOMAINS}/identity/permissions/list-principals.ts#principalsIn`]: READ,
  [`${DOMAINS}/identity/permissions/list-principals.ts#groupsOfUsers`]: READ,
  [`${DOMAINS}/identity/permissions/tenant-members.ts#tenantMembers`]: READ,
  [`${DOMAINS}/tenancy/list-managed-tenants.ts#viewManaged`]: READ,
  [`${DOMAINS}/identity/directory/add-user.ts#addUser`]: SETUP,
  [`${DOMAINS}/identity/directory/add-user.ts#setUserStatus`]: SETUP,
  [`${DOMAINS}/identity/people/assign-role.ts#assignRole`]: SETUP,
  [`${DOMAINS}/identity/people/assign-role.ts#createRole`]: SETUP,
  [`${DOMAINS}/identity/people/assign-role.ts#createGroup`]: SETUP,
  [`${DOMAINS}/identity/people/assign-role.ts#addToGroup`]: SETUP,
  [`${DOMAINS}/identity/people/create-person.ts#createPerson`]: SETUP,
  [`${DOMAINS}/tenancy/create-tenant.ts#createAccount`]: SETUP,
  [`${DOMAINS}/tenancy/create-tenant.ts#createTenant`]: SETUP,
  [`${DOMAINS}/tenancy/set-tenant-status.ts#setTenantStatus`]: SETUP,
  [`${DOMAINS}/installer/begin-at-start.ts#beginAtStart`]: FIRST_RUN,
  [`${DOMAINS}/installer/read-status.ts#readStatus`]: FIRST_RUN,
  [`${DOMAINS}/installer/run-install.ts#runInstall`]: FIRST_RUN,
  [`${DOMAINS}/installer/start-install.ts#startInstall`]: FIRST_RUN,
  [`${DOMAINS}/identity/directory/directory-retention.ts#purgeExpiredDirectory`]: HOUSEKEEPING,
  [`${DOMAINS}/identity/directory/exempt-user.ts#noteExpiredExemptions`]: HOUSEKEEPING,
  [`${DOMAINS}/identity/sessions/purge-expired-sessions.ts#purgeExpiredSessions`]: HOUSEKEEPING,
  [`${DOMAINS}/licensing/remind-of-expiry.ts#remindOfExpiry`]: HOUSEKEEPING,
  [`${DOMAINS}/tenancy/purge-accounts.ts#purgeAccounts`]: HOUSEKEEPING,
  [`${DOMAINS}/tenancy/purge-tenants.ts#purgeTenants`]: HOUSEKEEPING,
  [`${DOMAINS}/identity/people/password-hash.ts#hashPassword`]: PURE,
  [`${DOMAINS}/identity/people/password-hash.ts#verifyPassword`]: PURE,
  [`${DOMAINS}/identity/people/password-hash.ts#decoyHash`]: PURE,
  [`${DOMAINS}/identity/sso/oidc-answer.ts#oidcRequestUrl`]: PURE,
  [`${DOMAINS}/identity/sso/oidc-answer.ts#verifyOidcAnswer`]: PURE,
  [`${DOMAINS}/identity/sso/read-saml-metadata.ts#readSamlMetadata`]: PURE,
  [`${DOMAINS}/identity/sso/saml-client.ts#samlRequestUrl`]: PURE,
  [`${DOMAINS}/identity/sso/saml-client.ts#verifySamlResponse`]: PURE,
  [`${DOMAINS}/identity/sso/saml-client.ts#samlMetadata`]: PURE,
  [`${DOMAINS}/identity/sso/xml.ts#readXml`]: PURE,
  [`${DOMAINS}/installer/add-activity.ts#activityPlaybooks`]: SHIPPED,
  [`${DOMAINS}/installer/shipped-playbooks.ts#readPlaybook`]: SHIPPED,
  [`${DOMAINS}/installer/shipped-content.ts#readShippedContent`]: SHIPPED,
  [`${DOMAINS}/installer/starter-files.ts#readStarterApps`]: SHIPPED,
  [`${DOMAINS}/installer/starter-files.ts#readStarterApplets`]: SHIPPED,
  [`${DOMAINS}/installer/starter-files.ts#readStarterPlaybook`]: SHIPPED,
  [`${DOMAINS}/licensing/read-upload.ts#readUpload`]: PURE,
  [`${DOMAINS}/licensing/trusted-keys.ts#trustedKeys`]: PURE,
  [`${DOMAINS}/licensing/verify-license.ts#verifyLicense`]: PURE,
}
