import type { JsonValue } from '@caseloom/contract/json'
import type { StepError } from '@caseloom/playbook/run-types'
import type { TenantTx } from '../../../platform/database/types.ts'

/** What a waiting step is told. */
export type WaitAnswer = { ok: true; output: JsonValue } | { ok: false; error: StepError }

export type AnswerWait = (tx: TenantTx, waitId: string, answer: WaitAnswer) => Promise<boolean>
