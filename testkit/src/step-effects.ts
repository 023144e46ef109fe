import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type {
  EffectAction,
  EffectActions,
  EffectContext,
  EffectOutcome,
} from '@caseloom/server/domains/automation/effects/effects'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import { AppError } from '@caseloom/server/platform/errors'
import { newId } from '@caseloom/server/platform/uuid'

/** Does steps one by one as a run would, past engine and interpreter. */
export interface StepBench {
  /** A playbook that acts with the permissions of this actor. */
  by(actor: Actor): Actor
  /** Performs once; the same key again is a repetition. A refusal is answered as the error of the step. */
  step(action: string, input: JsonObject, over?: Partial<EffectContext>): Promise<EffectOutcome>
}

/** A bench for the effects of a tenant, acting as the given actor by default. */
export function aStepBench(scope: TenantScope, actions: EffectActions, actor: Actor): StepBench {
  const asPlaybook = ({ permissions, principals }: Actor): Actor => ({
    ...actor,
    kind: 'playbook',
    id: PLAYBOOK_ID,
    personId: null,
    name: 'Nightly sweep',
    permissions,
    principals,
    runId: RUN_ID,
    playbookId: PLAYBOOK_ID,
  })
  return {
    by: asPlaybook,
    async step(name, input, over = {}) {
      const action = actions.get(name)
      if (action === undefined) throw new Error(`Unknown action ${name}`)
      const context: EffectContext = {
        scope,
        actor: asPlaybook(actor),
        idempotencyKey: `${RUN_ID}/${newId()}`,
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        ...over,
      }
      return attempt(action, input, context)
    },
  }
}

const PLAYBOOK_ID = newId()
const RUN_ID = newId()

async function attempt(
  action: EffectAction,
  input: JsonObject,
  context: EffectContext,
): Promise<EffectOutcome> {
  try {
    return await action.perform(input, context)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { issues = [] } = error.details
    const message = issues.length === 0 ? error.message : issues.map((issue) => issue.message).join('; ')
    return { ok: false, error: { code: error.code, message } }
  }
}
