import type { CompiledWorkflow } from './compile.ts'
import type { FormContext } from './form-context.ts'

const readableFor = new WeakMap<FormContext['actor'], WeakMap<CompiledWorkflow, readonly boolean[]>>()

/** Of each rule, whether the actor can read all that decides it: worked out once for an actor. */
export function readableRules(compiled: CompiledWorkflow, actor: FormContext['actor']): readonly boolean[] {
  const own = readableFor.get(actor) ?? new WeakMap<CompiledWorkflow, readonly boolean[]>()
  readableFor.set(actor, own)
  const known = own.get(compiled)
  if (known !== undefined) return known
  const found = compiled.rules.map(({ decides }) => [...decides].every((key) => actor.readable(key)))
  own.set(compiled, found)
  return found
}
