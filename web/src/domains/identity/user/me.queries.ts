import { createMyToken, myTokens, removeMyToken } from '@caseloom/contract/identity/directory'
import {
  type Channel,
  type ChannelView,
  connectChannel,
  disconnectChannel,
  myChannels,
  testChannel,
} from '@caseloom/contract/identity/notification-channels'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  changePassword,
  confirmTotp,
  endMyOtherSessions,
  endMySession,
  mySessions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from '@caseloom/contract/identity/sign-in'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { ME, meQuery } from '../../../data/me.ts'
import { makePasskey } from '../proofs/passkey.ts'

export const sessionsQuery = queryOptions({
  queryKey: [...ME, 'sessions'],
  queryFn: async ({ signal }) => (await call(mySessions, { signal })).items,
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export function tokensQuery(accountId: string) {
  return queryOptions({
    queryKey: [...ME, 'tokens', accountId],
    queryFn: async ({ signal }) => (await call(myTokens, { params: { accountId }, signal })).items,
    staleTime: 0,
  })
}

/** Refetches the profile and what accounts still require. */
export async function rereadSecurity(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
    client.invalidateQueries({ queryKey: keys.session }),
  ])
}

export interface Proof {
  currentPassword?: string
}

export function savePassword(body: { password: string } & Proof): Promise<void> {
  return call(changePassword, { body })
}

export function startTotp(proof: Proof) {
  return call(beginTotp, { body: proof })
}

export async function finishTotp(code: string): Promise<readonly string[]> {
  return (await call(confirmTotp, { body: { code } })).recoveryCodes
}

export function dropTotp(proof: Proof): Promise<void> {
  return call(removeTotp, { body: proof })
}

export async function newRecoveryCodes(proof: Proof): Promise<readonly string[]> {
  return (await call(renewRecoveryCodes, { body: proof })).recoveryCodes
}

export function startPasskey(proof: Proof) {
  return call(beginPasskey, { body: proof })
}

/** Returns recovery codes for the first passkey. */
export async function keepPasskey(
  begun: Awaited<ReturnType<typeof startPasskey>>,
  name: string,
): Promise<readonly string[] | null> {
  const response = await makePasskey(begun.options)
  const added = await call(addPasskey, { body: { challenge: begun.challenge, name, response } })
  return added.recoveryCodes
}

export function nameKey(passkeyId: string, name: string): Promise<void> {
  return call(renamePasskey, { params: { passkeyId }, body: { name } })
}

export function dropPasskey(passkeyId: string, proof: Proof): Promise<void> {
  return call(removePasskey, { params: { passkeyId }, body: proof })
}

export function endSession(sessionId: string): Promise<void> {
  return call(endMySession, { params: { sessionId } })
}

export async function endOtherSessions(): Promise<number> {
  return (await call(endMyOtherSessions, {})).ended
}

export function makeToken(accountId: string, body: RouteBodyInput<typeof createMyToken>) {
  return call(createMyToken, { params: { accountId }, body })
}

export function revokeToken(accountId: string, tokenId: string): Promise<void> {
  return call(removeMyToken, { params: { accountId, tokenId } })
}

export const channelsQuery = queryOptions({
  queryKey: [...ME, 'channels'],
  queryFn: async ({ signal }) => (await call(myChannels, { signal })).items,
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** The choices change with the first connection. */
async function rereadChannels(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ME })
}

/**
 * Connects a channel and sends a test there; returns the secret that signs messages to a webhook, also when the test
 * fails: it is never shown again.
 */
export async function connectTo(
  client: QueryClient,
  channel: Channel,
  url: string,
): Promise<{ secret: string | null; failure: string | null }> {
  const { secret } = await call(connectChannel, { params: { channel }, body: { url } })
  const { failure } = await call(testChannel, { params: { channel }, body: {} }).catch((error: unknown) => ({
    failure: describeError(error).text,
  }))
  await rereadChannels(client)
  return { secret, failure }
}

export async function disconnectFrom(client: QueryClient, channel: Channel): Promise<void> {
  await call(disconnectChannel, { params: { channel } })
  await rereadChannels(client)
}

/** Returns why the message wasn't delivered, or null. */
export async function sendTest(client: QueryClient, channel: Channel): Promise<string | null> {
  const { view, failure } = await call(testChannel, { params: { channel }, body: {} })
  client.setQueryData(channelsQuery.queryKey, (items: ChannelView[] | undefined) =>
    items?.map((item) => (item.channel === channel ? view : item)),
  )
  return failure
}
