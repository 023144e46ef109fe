import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { WaitAnswer, Waits } from './waits.ts'

/** A run that has ended, as its caller sees it. */
const EndedCall = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  parent_wait: z.string(),
  state: z.enum(['succeeded', 'failed', 'cancelled']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  output: z.string().nullable(),
  output_ref: z.string().nullable(),
  size: z.number().nullable(),
})
type EndedCall = z.infer<typeof EndedCall>

/** The end of a run that another one waits for is that one's answer, in the same transaction. */
export async function answerCallers(
  waits: Pick<Waits, 'answer'>,
  tx: TenantTx,
  ended: readonly string[],
  tooBig: ReadonlySet<string> = new Set(),
): Promise<void> {
  const rows = await tx.rows(
    EndedCall,
    `select r.id, r.number, p.title, r.parent_wait, r.state, r.error, r.output, r.output_ref,
            (select v.size from caseloom.value v
              where v.tenant_id = r.tenant_id and v.sha256 = decode(r.output_ref, 'hex')) as size
       from caseloom.run r join caseloom.playbook p on p.id = r.playbook_id
      where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.parent_wait is not null`,
    [tx.tenantId, ended],
    'automation-ended-calls',
  )
  for (const row of rows) await waits.answer(tx, row.parent_wait, answerOf(row, tooBig.has(row.id)))
}

function answerOf(ended: EndedCall, isTooBig: boolean): WaitAnswer {
  const { id, number, title, state, error, output, output_ref: ref, size } = ended
  const name = `"${title}" (run ${number})`
  if (isTooBig) {
    const message = `The output of ${name} exceeds 32 MB, the limit for the output of a component`
    return { ok: false, error: { code: 'component.output_too_big', message, retryable: false } }
  }
  if (state === 'succeeded' && ref !== null && size !== null)
    return { ok: true, ref, size, beside: { runId: id, state } }
  if (state === 'succeeded') {
    return { ok: true, output: { runId: id, state, output: output === null ? null : JSON.parse(output) } }
  }
  const message =
    state === 'cancelled' ? `${name} was canceled` : `${name} failed: ${error?.message ?? 'unknown reason'}`
  const code = state === 'cancelled' ? 'component.cancelled' : 'component.failed'
  const cause = error === null ? null : { code: error.code, message: error.message }
  return { ok: false, error: { code, message, retryable: false, detail: { runId: id, error: cause } } }
}
