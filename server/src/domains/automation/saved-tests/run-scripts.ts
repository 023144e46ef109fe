import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { EffectResult } from '@caseloom/playbook/run-types'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type EffectOutcome, type PerformDeps, performEffect } from '../effects/effects.ts'
import type { Computed, ScriptCommand } from '../expressions/messages.ts'

/** Scripts that one comparison or test runs, and how long each may take, while a person waits. */
export const MAX_SCRIPTS = 100
const LONGEST_SCRIPT_MS = 5_000

export type ScriptDeps = Pick<PerformDeps, 'actions' | 'log'>

/**
 * Computes again with what the scripts give that an answer asks for, until it asks for no other; `complete` is false
 * where it would run too many.
 */
export async function withScripts<Answer extends { scripts: ScriptCommand[] }>(
  compute: (computed: Computed[]) => Promise<Answer>,
  { perform }: { perform(command: ScriptCommand): Promise<EffectResult> },
): Promise<{ answer: Answer; complete: boolean }> {
  const computed: Computed[] = []
  for (;;) {
    const answer = await compute(computed)
    const wanted = new Map(answer.scripts.map((one) => [`${one.action} ${one.inputHash}`, one]))
    if (wanted.size === 0) return { answer, complete: true }
    if (computed.length + wanted.size > MAX_SCRIPTS) return { answer, complete: false }
    for (const command of wanted.values()) {
      const { action, inputHash } = command
      computed.push({ action, inputHash, result: await perform(command) })
    }
  }
}

/** Scripts reach nothing outside, so that running one again is no effect. */
export async function runScript(
  { actions, log }: ScriptDeps,
  scope: TenantScope,
  actor: Actor,
  command: ScriptCommand,
): Promise<EffectOutcome> {
  const timeoutMs = Math.min(command.timeoutMs, LONGEST_SCRIPT_MS)
  const context = {
    scope,
    actor: async () => actor,
    idempotencyKey: command.idempotencyKey,
    timeoutMs,
    signal: AbortSignal.timeout(timeoutMs + 1_000),
  }
  return performEffect({ actions, log }, { ...command, timeoutMs }, context)
}
