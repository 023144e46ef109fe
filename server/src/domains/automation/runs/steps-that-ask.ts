import { Playbook, type Step } from '@caseloom/playbook/document'
import type { TenantTx } from '../../../platform/database/types.ts'
import { callsThatAsked } from './call-chain.store.ts'
import { asksApproval, callsOf, outermost } from './rerun-from.rules.ts'
import { componentByKey } from '../playbooks/component.store.ts'

/**
 * The outermost steps of a run that ask people to approve by calling components: those below which it was asked, and
 * those whose components ask as they are published now, for what was asked long ago may be forgotten.
 */
export async function stepsThatAsk(
  tx: TenantTx,
  playbook: Pick<Playbook, 'steps'>,
  runId: string,
): Promise<ReadonlySet<string>> {
  const asking = new Set((await callsThatAsked(tx, runId)).map(outermost))
  const read = new Map<string, readonly Step[]>()
  for (const step of playbook.steps)
    if (!asking.has(step.key) && (await callsAnAsker(tx, step, read))) asking.add(step.key)
  return asking
}

/** Follows the calls, each component once: they may lie in circles. */
async function callsAnAsker(tx: TenantTx, step: Step, read: Map<string, readonly Step[]>): Promise<boolean> {
  const keys = new Set(callsOf(step))
  for (const key of keys) {
    const steps = read.get(key) ?? (await stepsOf(tx, key))
    read.set(key, steps)
    if (steps.some(asksApproval)) return true
    for (const called of steps.flatMap(callsOf)) keys.add(called)
  }
  return false
}

async function stepsOf(tx: TenantTx, key: string): Promise<readonly Step[]> {
  const component = await componentByKey(tx, key)
  const document = Playbook.safeParse(component?.document).data
  return document === undefined ? [] : [...document.steps, ...(document.onError?.steps ?? [])]
}
