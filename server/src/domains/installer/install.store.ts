import { z } from 'zod'
import type { Tx } from '../../platform/database/types.ts'

const CodeRow = z.object({ code: z.string() })

/** Everything a run of the installation needs, ids included, so that each of its steps may be repeated. */
export const InstallPlan = z.object({
  accountId: z.string(),
  tenantId: z.string(),
  personId: z.string(),
  userId: z.string(),
  /** Of the people that demo data brings along. */
  demoIds: z.array(z.object({ personId: z.string(), userId: z.string() })),
  accountName: z.string(),
  tenantName: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null once the installation is complete. */
  passwordHash: z.string().nullable(),
  demoData: z.boolean(),
  /** Started by CASELOOM_DEMO: its password is known to that start only. */
  headless: z.boolean(),
})
export type InstallPlan = z.output<typeof InstallPlan>
const InstallState = z.enum(['inProgress', 'failed', 'complete'])
export type InstallState = z.infer<typeof InstallState>

const PlanRow = z.object({ status: InstallState, plan: InstallPlan })

export interface InstallRow {
  status: InstallState
  plan: InstallPlan
}
export const StepRow = z.object({
  key: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  detail: z.string().nullable(),
})
export type StepRow = z.infer<typeof StepRow>

/** Number of the advisory lock under which a plan is read and replaced. */
const PLAN_LOCK = 7_266_190_433

/** Makes others who want to write a plan wait for the end of this transaction, also when there is no row yet. */
export async function lockPlan(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [PLAN_LOCK])
}

export async function readInstall(tx: Tx): Promise<InstallRow | null> {
  const rows = await tx.rows(PlanRow, 'select status, plan from caseloom.install')
  return rows[0] ?? null
}

export async function readSteps(tx: Tx): Promise<StepRow[]> {
  return tx.rows(StepRow, 'select key, state, detail from caseloom.install_step')
}

/** Begins with this plan, over one before; its steps start again. */
export async function writePlan(tx: Tx, plan: InstallPlan): Promise<void> {
  await tx.query(
    `insert into caseloom.install (status, plan, started_at) values ('inProgress', $1, $2)
     on conflict (only_one) do update
       set status = 'inProgress', plan = excluded.plan, started_at = excluded.started_at, ended_at = null`,
    [JSON.stringify(plan), tx.now],
  )
  await tx.query('delete from caseloom.install_step')
}

export async function writeStep(tx: Tx, step: StepRow): Promise<void> {
  await tx.query(
    `insert into caseloom.install_step (key, state, detail, at) values ($1, $2, $3, $4)
     on conflict (key) do update set state = excluded.state, detail = excluded.detail, at = excluded.at`,
    [step.key, step.state, step.detail, tx.now],
  )
}

/** Ends the installation; a complete one forgets the password's hash and the one-time code. */
export async function endInstall(tx: Tx, status: 'failed' | 'complete'): Promise<void> {
  await tx.query(`update caseloom.install set status = $1, ended_at = $2`, [status, tx.now])
  if (status === 'failed') return
  await tx.query(`update caseloom.install set plan = plan || '{"passwordHash": null}'`)
  await tx.query('delete from caseloom.install_code')
}

/** The code of this installation: the given one when it has none yet. */
export async function codeOrElse(tx: Tx, code: string): Promise<string> {
  await tx.query('insert into caseloom.install_code (code) values ($1) on conflict do nothing', [code])
  return (await readCode(tx)) ?? code
}

export async function readCode(tx: Tx): Promise<string | null> {
  const rows = await tx.rows(CodeRow, 'select code from caseloom.install_code')
  return rows[0]?.code ?? null
}
