import type { Actor } from '@caseloom/contract/kernel/permissions'
import { may } from '@caseloom/contract/kernel/permissions'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { ReportingDoor } from '../domains/reporting/reporting.door.ts'
import type { TenantScope } from '../platform/database/types.ts'
import { isFailure } from '../platform/errors.ts'

/**
 * Copies the shared saved views of an app that the actor can see whole to a copy of the app. One that no longer fits the
 * app is left out: the copy is there already. Answers the names of the shared views that the actor sees and that were left out.
 */
export async function copyViews(
  { reporting }: { reporting: ReportingDoor },
  scope: TenantScope,
  actor: Actor,
  { from, to }: { from: string; to: AppView },
): Promise<string[]> {
  const leftOut: string[] = []
  const mayCopy = may(actor, 'report:build')
  for (const view of await reporting.listReports(scope, actor, from)) {
    if (view.sharing !== null && view.sharing.length === 0) continue
    const isCopied = mayCopy && !view.narrowed && (await copyView(reporting, scope, actor, { view, to }))
    if (!isCopied) leftOut.push(view.name)
  }
  return leftOut
}

/** False for a view that no longer fits the app. */
async function copyView(
  reporting: ReportingDoor,
  scope: TenantScope,
  actor: Actor,
  { view, to }: { view: Awaited<ReturnType<ReportingDoor['listReports']>>[number]; to: AppView },
): Promise<boolean> {
  const { name, description, filter, text, sort, columns, groupBy, show, similar, sharing } = view
  const shape = { filter, text, sort, columns, groupBy, show, similar }
  const input = { appId: to.id, name, description, ...shape, sharing }
  try {
    await reporting.createReport(scope, { actor, ip: null }, input)
    return true
  } catch (error) {
    if (!isFailure(error, 'request.invalid') && !isFailure(error, 'field.unknown')) throw error
    return false
  }
}
