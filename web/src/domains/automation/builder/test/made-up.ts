import type { StepStub } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { compileTemplate, expressionTree } from '@caseloom/playbook/expression'
import { referencesOf } from '@caseloom/playbook/references'
import { findStep, type FoundStep } from '../model/places.ts'
import type { EffectStep } from './test-plan.ts'

/** What a test starts from. */
export interface TestGround {
  document: JsonObject
  steps: readonly EffectStep[]
  /** What was chosen for steps, by key. */
  chosen: Readonly<Record<string, StepStub>>
  /** Roots that are samples that no one received or typed: `trigger`, `inputs`. */
  madeUp: ReadonlySet<string>
}

/** Whether a step reads values that the test made up, also through other steps: their files aren't stored anywhere. */
export function readsMadeUp(ground: TestGround, key: string): boolean {
  return reads(ground, key, new Set())
}

function reads(ground: TestGround, key: string, seen: Set<string>): boolean {
  const found = findStep(ground.document, key)
  if (found === undefined || seen.has(key)) return false
  seen.add(key)
  return namesIn(ground.document, found).some(({ kind, name }) =>
    kind === 'root' ? ground.madeUp.has(name) : isMadeUp(ground, name, seen),
  )
}

function isMadeUp(ground: TestGround, key: string, seen: Set<string>): boolean {
  const step = ground.steps.find((one) => one.key === key)
  const choice = ground.chosen[key]
  const isOutside = step !== undefined && step.local === null
  if (choice !== undefined && (isOutside || choice.use !== 'real')) return false
  return isOutside ? step.recorded === undefined : reads(ground, key, seen)
}

interface Name {
  kind: 'root' | 'step'
  name: string
}

/** Names that a step reads, and the blocks around it for their items. */
function namesIn(document: JsonObject, { step, blocks }: FoundStep): Name[] {
  const around = blocks.map((block) => findStep(document, block)?.step['with'])
  return [step['with'], ...around].flatMap((value) => (value === undefined ? [] : namesOf(value)))
}

function namesOf(value: JsonValue): Name[] {
  try {
    return compileTemplate(value).expressions.flatMap(({ source }) =>
      referencesOf(expressionTree(source)).flatMap((one): Name[] => {
        if (one.kind === 'step') return [{ kind: 'step', name: one.key }]
        return one.kind === 'root' ? [{ kind: 'root', name: one.name }] : []
      }),
    )
  } catch {
    // A test of a draft with such an expression doesn't begin.
    return []
  }
}
