/** What a provider's administrator needs to know of us, all by the account's id. */
export function serviceProvider(publicUrl: string, accountId: string) {
  const saml = `${publicUrl}/iam/saml/${accountId}`
  return {
    entityId: `${saml}/metadata`,
    acsUrl: `${saml}/acs`,
    metadataUrl: `${saml}/metadata`,
    loginUrl: `${saml}/login`,
    oidcRedirectUrl: `${publicUrl}/iam/oidc/callback`,
    oidcLoginUrl: `${publicUrl}/iam/oidc/${accountId}/login`,
  }
}
