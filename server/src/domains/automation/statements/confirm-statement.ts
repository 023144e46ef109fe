// What a person agrees to before a playbook acts with their permissions.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Statement } from '@caseloom/contract/kernel/statements'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { actsOf } from './statement.rules.ts'
import { type StatementDeps, statementOf } from './statement.read.ts'
import { confirmationOf, type PublishedRow, publishedById, saveConfirmation } from './statement.store.ts'

interface Wanted {
  statement: Statement | null
  published: PublishedRow
}

/** What the actor must confirm before they start the playbook; null when there is nothing, or they have confirmed it. */
export async function openStatement(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  playbookId: string,
): Promise<Statement | null> {
  return (await wantedOf(deps, scope, actor, playbookId)).statement
}

/** What the playbook does, confirmed or not; null when it does nothing but compute. */
export async function wholeStatement(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  playbookId: string,
): Promise<Statement | null> {
  const published = await scope.read((tx) => publishedById(tx, playbookId))
  if (published === null) throw fail('resource.not_found')
  return statementOf(deps, scope, actor, published)
}

/** What is to be confirmed, where it concerns only what happens with the person's own permissions. */
export async function openOwnStatement(
  ...given: Parameters<typeof openStatement>
): Promise<Statement | null> {
  const statement = await openStatement(...given)
  return statement !== null && usesOwnPermissions(statement) ? statement : null
}

function usesOwnPermissions({ parts }: Statement): boolean {
  return parts.some(({ permissions }) => permissions === 'yours')
}

async function wantedOf(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  playbookId: string,
): Promise<Wanted> {
  const { published, confirmed } = await scope.read(async (tx) => ({
    published: await publishedById(tx, playbookId),
    confirmed: await confirmationOf(tx, playbookId, actor.id),
  }))
  if (published === null) throw fail('resource.not_found')
  // What called components do may change without a new version of this one.
  if (confirmed?.version_id === published.version_id && !callsComponents(published))
    return { statement: null, published }
  const statement = await statementOf(deps, scope, actor, published)
  return { statement: statement?.id === confirmed?.statement_id ? null : statement, published }
}

function callsComponents({ document, actions }: PublishedRow): boolean {
  return actsOf(document, actions ?? []).some(({ kind }) => kind === 'runComponents')
}

interface Confirm {
  playbookId: string
  /** Id of the statement that the person confirms now. */
  statement: string | undefined
  /** Only what happens with the person's own permissions is to be confirmed. */
  isOwnOnly?: boolean
  /** The person answered for this start alone, when they began a job of many. */
  isForOnce?: boolean
  ip?: string | undefined
}

/**
 * Lets a person start a playbook: they confirmed its statement before, or confirm it now by its id. A token confirms
 * for this one start only, so that no program answers for the person's later ones. Returns the version that the
 * statement speaks of. Throws statement.confirm_first with the statement.
 */
export async function requireConfirmation(
  deps: StatementDeps,
  scope: TenantScope,
  actor: Actor,
  command: Confirm,
): Promise<{ versionId: string }> {
  const { playbookId, statement: confirmed, isOwnOnly = false, isForOnce = false, ip } = command
  const { statement, published } = await wantedOf(deps, scope, actor, playbookId)
  const { version_id: versionId, title } = published
  if (statement === null || (isOwnOnly && !usesOwnPermissions(statement))) return { versionId }
  if (statement.id !== confirmed) throw fail('statement.confirm_first', { extra: { statement } })
  const { id: userId, token } = actor
  if (userId === null || token !== undefined || isForOnce) return { versionId }
  await scope.tx(async (tx) => {
    await saveConfirmation(tx, { playbookId, userId, version_id: versionId, statement_id: statement.id })
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'playbook.statement_confirmed',
      object: { kind: 'playbook', id: playbookId, name: title },
      after: { ...statement },
      ip: ip ?? null,
    })
  })
  return { versionId }
}
