import { Bytes } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'
import { newToken, tokenHash } from '../sessions/session.store.ts'
import { AssertedIdentity, Provider } from './asserted-identity.rules.ts'

const IssuerRow = z.object({ provider: Provider, issuer: z.string() })

const AccountIdClaimedRow = z.object({
  account_id: z.string(),
  claimed: z.unknown(),
  return_to: z.string().nullable(),
})

const PersonIdRow = z.object({ person_id: z.string() })

/** How long a person may take at the provider's. */
const REQUEST_MS = 10 * 60_000
/** The browser hands the code in immediately. */
const CODE_MS = 60_000
/** While the person looks for the password that proves an address. */
export const PROOF_MS = 10 * 60_000
/** Wrong passwords after which the sign-in must begin again. */
const MAX_WRONG = 5

export const SsoRequest = z.object({
  account_id: z.string(),
  provider: Provider,
  /** Id of the SAML request; empty for OpenID. */
  request_id: z.string(),
  return_to: z.string().nullable(),
})
export type SsoRequest = z.infer<typeof SsoRequest>

/** Remembers a sign-in that begins; answers the token that the provider sends back (RelayState, state). */
export async function insertRequest(tx: Tx, request: SsoRequest & { browser: string }): Promise<string> {
  const token = newToken()
  await tx.query(
    `insert into caseloom.sso_request
       (token_hash, account_id, provider, browser_hash, request_id, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tokenHash(token),
      request.account_id,
      request.provider,
      tokenHash(request.browser),
      request.request_id,
      request.return_to,
      later(tx, REQUEST_MS),
    ],
  )
  return token
}

const TakenRequest = SsoRequest.extend({ browser_hash: Bytes, expires_at: z.date() })
export type TakenRequest = z.infer<typeof TakenRequest>

/** Takes the sign-in of this token out: whatever its answer is worth, it counts once. Null when there is none. */
export async function takeRequest(tx: Tx, provider: Provider, token: string): Promise<TakenRequest | null> {
  const rows = await tx.rows(
    TakenRequest,
    `delete from caseloom.sso_request where token_hash = $1 and provider = $2
     returning account_id, provider, browser_hash, request_id, return_to, expires_at`,
    [tokenHash(token), provider],
  )
  const row = rows[0]
  return row === undefined || row.expires_at <= tx.now ? null : row
}

/** Keeps a checked answer for a moment; answers the one-time code that our page hands in for it. */
export async function insertAnswer(
  tx: Tx,
  request: TakenRequest,
  claimed: AssertedIdentity,
): Promise<string> {
  const code = newToken()
  await tx.query(
    `insert into caseloom.sso_answer (code_hash, account_id, browser_hash, claimed, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      tokenHash(code),
      request.account_id,
      request.browser_hash,
      JSON.stringify(claimed),
      request.return_to,
      later(tx, CODE_MS),
    ],
  )
  return code
}

export interface SsoAnswer {
  accountId: string
  claimed: AssertedIdentity
  returnTo: string | null
}

/** The answer behind a code, locked; null when it has ended, unknown, or was begun by another browser. */
export async function lockAnswer(tx: Tx, code: string, browser: string): Promise<SsoAnswer | null> {
  const rows = await tx.rows(
    AccountIdClaimedRow,
    `select account_id, claimed, return_to from caseloom.sso_answer
      where code_hash = $1 and browser_hash = $2 and expires_at > $3 and wrong < ${MAX_WRONG} for update`,
    [tokenHash(code), tokenHash(browser), tx.now],
  )
  const row = rows[0]
  if (row === undefined) return null
  return { accountId: row.account_id, claimed: AssertedIdentity.parse(row.claimed), returnTo: row.return_to }
}

export async function deleteAnswer(tx: Tx, code: string): Promise<void> {
  await tx.query('delete from caseloom.sso_answer where code_hash = $1', [tokenHash(code)])
}

/** Gives the person time to type a password; once, so that questions do not prolong it. */
export async function awaitProof(tx: Tx, code: string): Promise<void> {
  await tx.query(
    `update caseloom.sso_answer set expires_at = $2
      where code_hash = $1 and expires_at <= $3`,
    [tokenHash(code), later(tx, PROOF_MS), later(tx, CODE_MS)],
  )
}

export async function countWrong(tx: Tx, code: string): Promise<void> {
  await tx.query('update caseloom.sso_answer set wrong = wrong + 1 where code_hash = $1', [tokenHash(code)])
}

/** Remembers an assertion until it expires on its own; false when it was seen before. */
export async function seeAssertion(
  tx: Tx,
  seen: { accountId: string; issuer: string; id: string; until: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.sso_assertion (assertion_hash, expires_at) values ($1, $2)
     on conflict (assertion_hash) do nothing returning 1`,
    [digest([seen.accountId, seen.issuer, seen.id]), seen.until],
  )
  return rows.length > 0
}

/** The person matched with this subject of the account’s provider; null if it is new. */
export async function personOf(tx: Tx, accountId: string, claimed: AssertedIdentity): Promise<string | null> {
  const rows = await tx.rows(
    PersonIdRow,
    `update caseloom.external_identity set last_used_at = $2 where subject_hash = $1 returning person_id`,
    [subjectHash(accountId, claimed), tx.now],
  )
  return rows[0]?.person_id ?? null
}

export async function insertIdentity(
  tx: Tx,
  accountId: string,
  { personId, claimed }: { personId: string; claimed: AssertedIdentity },
): Promise<void> {
  await tx.query(
    `insert into caseloom.external_identity
       (subject_hash, account_id, person_id, provider, issuer, subject, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      subjectHash(accountId, claimed),
      accountId,
      personId,
      claimed.provider,
      claimed.issuer,
      claimed.subject,
      tx.now,
    ],
  )
}

/** True when the person has come in by one of these providers of the account before. */
export async function hasIdentity(
  tx: Tx,
  who: { accountId: string; personId: string },
  providers: readonly { provider: Provider; issuer: string }[],
): Promise<boolean> {
  const rows = await tx.rows(
    IssuerRow,
    'select provider, issuer from caseloom.external_identity where person_id = $1 and account_id = $2',
    [who.personId, who.accountId],
  )
  return rows.some((row) => providers.some((p) => p.provider === row.provider && p.issuer === row.issuer))
}

/** A subject means someone at one issuer only: who changes the provider has no subjects of the one before. */
function subjectHash(accountId: string, { provider, issuer, subject }: AssertedIdentity): Buffer {
  return digest([accountId, provider, issuer, subject])
}

function digest(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

function later(tx: Tx, ms: number): Date {
  return new Date(tx.now.getTime() + ms)
}
