import type { WarningListInput, WarningListView } from '@caseloom/contract/records/warning-lists'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { getWarningList } from './list-warning-lists.ts'
import { readMispFile } from './misp-file.rules.ts'
import { type By, createWarningList, saveWarningList } from './save-warning-list.ts'

/** Creates a list from a file; throws name.taken, warning_list.invalid with all faults. */
export async function importWarningList(
  scope: TenantScope,
  by: By,
  bytes: Uint8Array,
): Promise<WarningListView> {
  allow(by.actor, 'app:build')
  const { enabled = true, ...input } = inputIn(bytes)
  return createWarningList(scope, by, { input: { ...input, enabled }, from: 'file' })
}

/** Replaces all of a list but its switch; throws what saving it throws, except version conflicts. */
export async function replaceWarningList(
  scope: TenantScope,
  by: By,
  { warningListId, bytes }: { warningListId: string; bytes: Uint8Array },
): Promise<WarningListView> {
  allow(by.actor, 'app:build')
  const { enabled } = await getWarningList(scope, by.actor, warningListId)
  const input = { ...inputIn(bytes), enabled }
  return saveWarningList(scope, by, { warningListId, input, from: 'file' })
}

function inputIn(bytes: Uint8Array): Omit<WarningListInput, 'enabled'> & { enabled?: boolean } {
  const { list, issues } = readMispFile(textIn(bytes))
  if (list !== null) return list
  throw fail('warning_list.invalid', { issues })
}

function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8, so no JSON either.
    return null
  }
}
