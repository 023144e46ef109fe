import { builtInActions } from '@caseloom/playbook/actions'
import type { Step } from '@caseloom/playbook/document'

/** What is not built in is a connector's. */
const REACHES: ReadonlySet<string> = new Set(['effect', 'listen'])

/** Names of the actions by which these steps reach records, people, and other systems, in their order, each once. */
export function effectsOf(steps: readonly Step[]): string[] {
  const names = steps.flatMap((step): string[] => [
    ...(REACHES.has(builtInActions.get(step.action)?.kind ?? 'effect') ? [step.action] : []),
    ...effectsOf(step.steps ?? []),
    ...effectsOf(step.catch ?? []),
    ...effectsOf(step.finally ?? []),
    ...(step.branches ?? []).flatMap((branch) => effectsOf(branch.steps)),
    ...(step.compensate === undefined ? [] : [step.compensate.action]),
  ])
  return [...new Set(names)]
}
