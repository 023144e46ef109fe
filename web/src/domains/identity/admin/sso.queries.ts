import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import {
  checkOidc,
  readSamlMetadata,
  saveSignInSettings,
  signInSettings,
} from '@caseloom/contract/identity/sso'
import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'

export function signInQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'sign-in'),
    queryFn: ({ signal }) => call(signInSettings, { params: { accountId }, signal }),
    // A form is based on it: refetched on request only, never in the background.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export const saveSignIn = (accountId: string, body: RouteBodyInput<typeof saveSignInSettings>) =>
  call(saveSignInSettings, { params: { accountId }, body })
export const readMetadata = (accountId: string, xml: string) =>
  call(readSamlMetadata, { params: { accountId }, body: { xml } })
export const checkIssuer = (accountId: string, issuer: string) =>
  call(checkOidc, { params: { accountId }, body: { issuer } })
