import type { Fast, FastCompiler, Frame } from './fast-types.ts'
import { Thunk } from './fast-thunk.ts'
import { Unsupported } from './fast-unsupported.ts'
import { isSequence, keeps, Leave, type Sequence, sequence } from './fast-values.ts'
import type { EvaluationState } from './evaluation-state.ts'
import type { Node } from './syntax-tree.ts'

type Step = { run: Fast; stages: Filter[]; node: Node }
type Filter = (input: unknown, frame: Frame, state: EvaluationState) => unknown

export function compilePath(node: Node, compiler: FastCompiler): Fast {
  const nodes = node.steps ?? []
  const [first] = nodes
  if (!first) throw new Unsupported()
  const steps: Step[] = nodes.map((step) => ({
    node: step,
    run: compiler.compile(step),
    stages: compileStages(step.stages, compiler),
  }))
  const fromInput = first.type !== 'variable'
  const consarray = first.consarray === true
  return (input, frame, state) => {
    let list: unknown[]
    if (Array.isArray(input) && fromInput) list = input
    else {
      list = sequence()
      list.push(input)
    }
    let result: unknown = list
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index]
      if (!step) break
      result =
        index === 0 && consarray
          ? step.run(list, frame, state)
          : runStep(step, list, index === steps.length - 1, { frame, state })
      if (result === undefined || (Array.isArray(result) && result.length === 0)) break
      if (!Array.isArray(result)) throw new Leave()
      list = result
    }
    return node.keepSingletonArray ? keepSingleton(result) : result
  }
}

type At = { frame: Frame; state: EvaluationState }

function runStep(step: Step, list: readonly unknown[], last: boolean, { frame, state }: At): unknown[] {
  const found: unknown[] = []
  for (let index = 0; index < list.length; index++) {
    let value = step.run(list[index], frame, state)
    if (step.stages.length > 0) value = throughFilters(step.stages, value, frame, state)
    if (value !== undefined) found.push(value)
  }
  const [only] = found
  if (last && found.length === 1 && Array.isArray(only) && !isSequence(only)) return only
  const flat = sequence()
  for (const value of found) {
    if (Array.isArray(value) && !(value as Sequence).cons)
      for (let index = 0; index < value.length; index++) flat.push(value[index])
    else flat.push(value)
  }
  if (flat.length > state.budget.limits.list) throw new Leave()
  return flat
}

function keepSingleton(result: unknown): unknown {
  if (!Array.isArray(result)) throw new Leave()
  let list: Sequence = result
  if (list.cons && !list.sequence) {
    list = sequence()
    list.push(result)
  }
  // On a list of the input the mark would have no effect.
  if (list.sequence) list.keepSingleton = true
  return list
}

export function compileStages(stages: Node['stages'], compiler: FastCompiler): Filter[] {
  return (stages ?? []).map((stage) => {
    if (stage.type !== 'filter' || !stage.expr) throw new Unsupported()
    return compileFilter(stage.expr, compiler)
  })
}

export function throughFilters(
  filters: readonly Filter[],
  value: unknown,
  frame: Frame,
  state: EvaluationState,
): unknown {
  if (value instanceof Thunk) throw new Leave()
  let result = value
  for (const filter of filters) result = filter(result, frame, state)
  return result
}

function compileFilter(predicate: Node, compiler: FastCompiler): Filter {
  if (predicate.type === 'number') {
    const wanted = Math.floor(Number(predicate.value))
    return (input) => {
      const list = listOf(input)
      const item: unknown = list[wanted < 0 ? list.length + wanted : wanted]
      if (Array.isArray(item)) return item
      const result = sequence()
      if (item !== undefined) result.push(item)
      return result
    }
  }
  const test = compiler.compile(predicate)
  return (input, frame, state) => {
    const list = listOf(input)
    const result = sequence()
    for (let index = 0; index < list.length; index++) {
      const item: unknown = list[index]
      for (let times = keeps(test(item, frame, state), index, list.length); times > 0; times--)
        result.push(item)
    }
    return result
  }
}

function listOf(input: unknown): unknown[] {
  return Array.isArray(input) ? input : [input]
}
