import type { PlaybookVersionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { getPlaybookRow } from '../playbooks/playbook.store.ts'

const VersionRow = z.object({
  number: z.number(),
  published_at: z.date(),
  name: z.string().nullable(),
  note: z.string(),
  failed_tests: z.object({ titles: z.array(z.string()), reason: z.string() }).nullable(),
  document: JsonObjectColumn,
  runs: z.string(),
})
type VersionRow = z.infer<typeof VersionRow>

const SELECT = `
select v.number, v.published_at, v.publisher_name as name, v.note, v.failed_tests, v.document,
       (select count(*) from caseloom.run r where r.playbook_id = v.playbook_id and r.version_id = v.id) as runs
  from caseloom.playbook_version v
 where v.tenant_id = $1 and v.playbook_id = $2 and v.number is not null`

/** Published versions, newest first; throws resource.not_found. */
export async function listPlaybookVersions(
  scope: TenantScope,
  playbookId: string,
): Promise<PlaybookVersionView[]> {
  const rows = await scope.read(async (tx) => {
    await getPlaybookRow(tx, playbookId)
    return tx.rows(VersionRow, `${SELECT} order by v.number desc limit 500`, [tx.tenantId, playbookId])
  })
  return rows.map(view)
}

/** One published version with its document; throws resource.not_found. */
export async function getPlaybookVersion(
  scope: TenantScope,
  playbookId: string,
  number: string,
): Promise<{ version: PlaybookVersionView; document: JsonObject }> {
  const [row] = await scope.read(async (tx) => {
    await getPlaybookRow(tx, playbookId)
    // What is no number is no version's number.
    if (!/^\d{1,9}$/.test(number)) return []
    return tx.rows(VersionRow, `${SELECT} and v.number = $3`, [tx.tenantId, playbookId, number])
  })
  if (row === undefined) throw fail('resource.not_found')
  return { version: view(row), document: row.document }
}

function view(row: VersionRow): PlaybookVersionView {
  const { number, published_at: at, name, note, failed_tests: failedTests, document, runs } = row
  return {
    number,
    publishedAt: at.toISOString(),
    publishedBy: name,
    note,
    failedTests,
    steps: countSteps(document),
    runs: Number(runs),
  }
}

/** Steps with those of their blocks. */
function countSteps(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0
  if (Array.isArray(part))
    return part.reduce<number>((sum, one) => sum + 1 + countSteps(one) - isBranch(one), 0)
  return ['steps', 'catch', 'finally', 'branches', 'onError'].reduce(
    (sum, key) => sum + countSteps(Object.getOwnPropertyDescriptor(part, key)?.value),
    0,
  )
}

/** A branch of a parallel block holds steps and is none. */
function isBranch(one: unknown): number {
  return typeof one === 'object' && one !== null && !('action' in one) ? 1 : 0
}
