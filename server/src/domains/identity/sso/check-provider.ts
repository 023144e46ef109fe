import type { RouteBody, RouteReply } from '@caseloom/contract/kernel/route'
import type { checkOidc, readSamlMetadata as metadataRoute } from '@caseloom/contract/identity/sso'
import { allowInAccount } from '../../../platform/rights.ts'
import type { Acting } from '../directory/directory-deps.ts'
import { readSamlMetadata } from './read-saml-metadata.ts'
import type { SsoDeps } from './sso-deps.ts'

type Asking = Pick<Acting, 'actor' | 'accountId'>

/** Settings from a provider's metadata document, for an administrator to look over. Throws request.invalid. */
export async function readProviderMetadata(
  { actor, accountId }: Asking,
  { xml }: RouteBody<typeof metadataRoute>,
): Promise<RouteReply<typeof metadataRoute>> {
  allowInAccount(actor, accountId)
  return readSamlMetadata(xml, new Date())
}

/** Endpoints of an issuer, before an administrator saves it. Throws signin.provider_unreachable. */
export async function checkIssuer(
  { oidcClients }: Pick<SsoDeps, 'oidcClients'>,
  { actor, accountId }: Asking,
  { issuer }: RouteBody<typeof checkOidc>,
): Promise<RouteReply<typeof checkOidc>> {
  allowInAccount(actor, accountId)
  return oidcClients.check(issuer)
}
