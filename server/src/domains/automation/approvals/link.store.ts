import { z } from 'zod'
import { createHash, randomBytes } from 'node:crypto'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { newId } from '../../../platform/uuid.ts'

const EmailRow = z.object({ email: z.string() })

const BATCH = 50

/** Each external person gets their own link; its token is created with its email. */
export async function putLinks(tx: TenantTx, approvalId: string, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await tx.query(
    `insert into caseloom.approval_link (tenant_id, id, approval_id, email)
     select $1, n.id, $2, n.email from unnest($3::uuid[], $4::text[]) as n(id, email)`,
    [tx.tenantId, approvalId, emails.map(() => newId()), emails],
  )
  tx.announce({ topic: 'internal', name: 'approval.links', payload: {} })
}

export async function outsidersOf(tx: TenantTx, approvalId: string): Promise<string[]> {
  const rows = await tx.rows(
    EmailRow,
    `select email from caseloom.approval_link where tenant_id = $1 and approval_id = $2
      group by email order by email`,
    [tx.tenantId, approvalId],
  )
  return rows.map(({ email }) => email)
}

export const UnsentLink = z.object({
  id: z.string(),
  tenant_id: z.string(),
  email: z.string(),
  title: z.string(),
  expires_at: z.date().nullable(),
})
export type UnsentLink = z.infer<typeof UnsentLink>

/** Claims links that have not been emailed yet; those of closed questions are dropped. */
export async function takeUnsent(tx: Tx): Promise<UnsentLink[]> {
  await tx.query(
    `delete from caseloom.approval_link l using caseloom.approval a
      where l.token_hash is null and a.id = l.approval_id and a.state <> 'open'`,
  )
  return tx.rows(
    UnsentLink,
    `select l.id, l.tenant_id, l.email, a.title, a.expires_at
       from caseloom.approval_link l join caseloom.approval a on a.id = l.approval_id
      where l.token_hash is null and ${isAtWork('l')} order by l.id limit ${BATCH} for update of l skip locked`,
  )
}

/** Creates the link's token from 256 random bits; only its hash is stored. */
export async function makeToken(tx: Tx, linkId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.query('update caseloom.approval_link set token_hash = $2 where id = $1', [linkId, hashOf(token)])
  return token
}

export const FoundLink = z.object({
  id: z.string(),
  tenant_id: z.string(),
  approval_id: z.string(),
  email: z.string(),
  used_at: z.date().nullable(),
})
export type FoundLink = z.infer<typeof FoundLink>

/** The link of a token, in whatever tenant; null when there is none. */
export async function findLink(tx: Tx, token: string): Promise<FoundLink | null> {
  const rows = await tx.rows(
    FoundLink,
    'select id, tenant_id, approval_id, email, used_at from caseloom.approval_link where token_hash = $1',
    [hashOf(token)],
    'people-link',
  )
  return rows[0] ?? null
}

export async function markUsed(tx: TenantTx, linkId: string): Promise<void> {
  await tx.query('update caseloom.approval_link set used_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    linkId,
    tx.now,
  ])
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
