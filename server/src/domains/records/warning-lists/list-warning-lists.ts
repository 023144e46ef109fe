// Warning lists: values that are harmless, so that text isn't full of them.
import type { WarningListSummary, WarningListView } from '@caseloom/contract/records/warning-lists'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { knownList, knownSummaries, summaryOf, viewOf } from './known-lists.ts'
import { mispFile } from './misp-file.rules.ts'

/** All lists of the tenant without their entries. */
export async function listWarningLists(scope: TenantScope, actor: Actor): Promise<WarningListSummary[]> {
  allow(actor, 'app:read')
  const all = await scope.read((tx) => knownSummaries(tx))
  return all.map((list) => summaryOf(list, actor))
}

/** One list with its entries; throws resource.not_found. */
export async function getWarningList(
  scope: TenantScope,
  actor: Actor,
  warningListId: string,
): Promise<WarningListView> {
  allow(actor, 'app:read')
  const list = await scope.read((tx) => knownList(tx, warningListId))
  if (list === null) throw fail('resource.not_found')
  return viewOf(list, actor)
}

/** One list as a file in the format of MISP; throws resource.not_found. */
export async function exportWarningList(
  scope: TenantScope,
  actor: Actor,
  warningListId: string,
): Promise<{ fileName: string; text: string }> {
  const list = await getWarningList(scope, actor, warningListId)
  const name = list.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return { fileName: `${name || 'warning-list'}.json`, text: `${JSON.stringify(mispFile(list), null, 2)}\n` }
}
