import { StepStub } from '@caseloom/contract/automation/builder'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const StubsRecordedFromRow = z.object({ stubs: z.unknown(), recorded_from: z.string().nullable() })

const Stubs = z.record(z.string(), StepStub)
export type Stubs = z.infer<typeof Stubs>

/** How the steps of a test run are done. */
export interface RunTest {
  stubs: Stubs
  recordedFrom: string | null
}

export async function putTest(tx: TenantTx, runId: string, { stubs, recordedFrom }: RunTest): Promise<void> {
  await tx.query(
    'insert into caseloom.run_test (run_id, tenant_id, stubs, recorded_from) values ($1, $2, $3::json, $4)',
    [runId, tx.tenantId, JSON.stringify(stubs), recordedFrom],
  )
}

export async function testOf(tx: TenantTx, runId: string): Promise<RunTest | null> {
  const [row] = await tx.rows(
    StubsRecordedFromRow,
    'select stubs, recorded_from from caseloom.run_test where tenant_id = $1 and run_id = $2',
    [tx.tenantId, runId],
  )
  return row === undefined ? null : { stubs: Stubs.parse(row.stubs), recordedFrom: row.recorded_from }
}
