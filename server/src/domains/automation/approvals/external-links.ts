import type { OutsideAsk } from '@caseloom/contract/automation/approvals'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import { keepForm, record } from './answer-question.ts'
import { approvalById, lockApproval } from './approval.store.ts'
import { findLink, type FoundLink, markUsed } from './link.store.ts'
import type { PeopleDeps } from './people-deps.ts'

/** A form as the holder of its link sees it. Opening it never counts as an answer, because mail scanners open links. */
export async function getExternalRequest(
  deps: PeopleDeps,
  { token, ip }: { token: string; ip: string },
): Promise<OutsideAsk> {
  const { scope, link } = await follow(deps, token, ip)
  const row = await scope.read((tx) => approvalById(tx, link.approval_id))
  if (row === null || row.schema === null) throw fail('resource.not_found')
  if (row.state !== 'open' || isPast(row.expires_at)) throw fail('form.over')
  return {
    title: row.title,
    text: row.body,
    schema: row.schema,
    brand: await deps.brand(scope),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** Answers a form by its link, once: throws form.over for a second time, inputs.invalid, resource.not_found. */
export async function answerExternalRequest(
  deps: PeopleDeps,
  command: { token: string; values: JsonObject; ip: string },
): Promise<void> {
  const { scope, link } = await follow(deps, command.token, command.ip)
  try {
    await scope.tx(async (tx) => {
      const row = await lockApproval(tx, link.approval_id)
      if (row === null) throw fail('resource.not_found')
      if (row.state !== 'open' || isPast(row.expires_at)) throw fail('form.over')
      await keepForm(deps, tx, {
        row,
        by: { id: null, name: link.email },
        values: command.values,
        via: 'link',
      })
      await markUsed(tx, link.id)
      const actor = { kind: 'user', id: null, personId: null, name: link.email } as const
      await record(tx, { row, command, actor, action: 'form.answered', said: { values: command.values } })
    })
  } catch (error) {
    // The run no longer waits; to someone outside, the form has just ended.
    throw isFailure(error, 'approval.over') ? fail('form.over') : error
  }
}

async function follow(
  deps: PeopleDeps,
  token: string,
  ip: string,
): Promise<{ scope: TenantScope; link: FoundLink }> {
  await deps.strangers.take(ip)
  const link = await deps.system.read((tx) => findLink(tx, token))
  const scope = link === null ? null : await deps.tenant(link.tenant_id)
  if (link === null || scope === null) throw fail('resource.not_found')
  return { scope, link }
}

function isPast(instant: Date | null): boolean {
  return instant !== null && instant.getTime() <= Date.now()
}
