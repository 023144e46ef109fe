import type { Actor } from '@caseloom/contract/kernel/permissions'
import { may } from '@caseloom/contract/kernel/permissions'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { ReportingDoor } from '../domains/reporting/reporting.door.ts'
import type { TenantScope } from '../platform/database/types.ts'
import { isFailure } from '../platform/errors.ts'

/**
 * Copies the shared saved views of an app that the actor can see whole to a copy of the app. One that no longer fits the
 * app is left out: the copy is there already.
 */
export async function copyViews(
  { reporting }: { reporting: ReportingDoor },
  scope: TenantScope,
  actor: Actor,
  { from, to }: { from: string; to: AppView },
): Promise<void> {
  if (!may(actor, 'report:build')) return
  for (const view of await reporting.listReports(scope, actor, from)) {
    const isShared = view.sharing === null || view.sharing.length > 0
    if (!isShared || view.narrowed) continue
    const { name, description, filter, text, sort, columns, sharing } = view
    const input = { appId: to.id, name, description, filter, text, sort, columns, sharing }
    await reporting.createReport(scope, { actor, ip: null }, input).catch((error: unknown) => {
      if (!isFailure(error, 'request.invalid') && !isFailure(error, 'field.unknown')) throw error
    })
  }
}
