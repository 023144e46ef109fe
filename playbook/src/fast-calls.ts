import { chargeEnter, chargeLeave } from './evaluation-cost.ts'
import type { Fast, FastCompiler, Frame } from './fast-types.ts'
import { finish } from './fast-thunk.ts'
import { Unsupported } from './fast-unsupported.ts'
import { Leave, sequence, truth } from './fast-values.ts'
import type { EvaluationState, Focus } from './evaluation-state.ts'
import type { Definition } from './jsonata-functions.ts'
import type { Node } from './syntax-tree.ts'

/** Built-in functions that answer immediately; JSONata's own code is called, with its own check of arguments. */
const DIRECT: ReadonlySet<string> = new Set(
  `abs append average base64decode base64encode boolean ceil count decodeUrl decodeUrlComponent distinct encodeUrl
  encodeUrlComponent exists floor formatBase formatInteger formatNumber fromMillis join keys length lookup lowercase max
  merge millis min not now number pad parseInteger power reverse round spread sqrt string substring substringAfter
  substringBefore sum toMillis trim type uppercase zip`.split(/\s+/),
)

type Args = unknown[]
type Callee = { arity: number; call: (args: Args) => unknown }
type Higher = (args: Args, state: EvaluationState) => unknown

/** Functions that call a function, or that JSONata makes wait for one, written again without promises. */
const HIGHER: { [name: string]: Higher } = {
  map: ([list, callee], state) => mapList(list, callee, state),
  filter: ([list, callee], state) => filterList(list, callee, state),
  reduce: ([list, callee, init]) => reduceList(list, callee, init),
  contains: ([text, token]) => containsText(text, token),
  split: ([text, separator, limit]) => splitText(text, separator, limit),
}

export type Call = (input: unknown, frame: Frame, state: EvaluationState, context: unknown) => unknown

/**
 * Compiles the call of a built-in function; all other calls are left to JSONata. `last` marks a call in the last
 * position of a function, where JSONata passes functions unchanged.
 */
export function compileCall(node: Node, compiler: FastCompiler, last: boolean): Call {
  const { procedure } = node
  const name = String(procedure?.value)
  if (!procedure || procedure.type !== 'variable' || procedure.predicate || procedure.group)
    throw new Unsupported()
  const definition = compiler.definitions.get(name)
  if (!definition) throw new Unsupported()
  const higher = Object.hasOwn(HIGHER, name) ? HIGHER[name] : undefined
  if (!higher && !DIRECT.has(name)) throw new Unsupported()
  const takesFunction = name === 'map' || name === 'filter' || name === 'reduce'
  const parts = (node.arguments ?? []).map((argument, index) =>
    takesFunction && index === 1 ? compileLambda(argument, compiler, last) : compiler.compile(argument),
  )
  return (input, frame, state, context) => {
    chargeEnter(procedure, input, state)
    const args: Args = []
    for (const part of parts) args.push(part(input, frame, state))
    const checked = check(definition, args, context)
    if (higher) return higher(checked, state)
    return invoke(definition, checked, context, state)
  }
}

function check(definition: Definition, args: Args, input: unknown): Args {
  const { signature } = definition
  return signature ? signature.validate(args, input) : args
}

function invoke(definition: Definition, args: Args, input: unknown, state: EvaluationState): unknown {
  const focus: Focus & { input: unknown; options: { sequence: number } } = {
    environment: { base: { caseloom: state } },
    input,
    options: { sequence: state.budget.limits.list },
    createSequence: (...items) => {
      const list = sequence()
      for (const item of items) list.push(item)
      return list
    },
  }
  return Reflect.apply(definition.implementation, focus, args)
}

// The function itself is made again each time, as its body sees the variables and the input around it.
// Wrapped by JSONata it is called without context, handed over as it is with the input of its place.
function compileLambda(node: Node, compiler: FastCompiler, bare: boolean): Fast {
  if (node.type !== 'lambda' || node.thunk || node.signature || !node.body || node.predicate)
    throw new Unsupported()
  const names = (node.arguments ?? []).map((argument) => String(argument.value))
  const body = compiler.compile(node.body)
  return (input, outer, state) => {
    chargeEnter(node, input, state)
    const callee: Callee = {
      arity: names.length,
      call: (args) => {
        const frame: Frame = { names: new Map(), outer }
        for (const [index, name] of names.entries()) frame.names.set(name, args[index])
        return finish(body(input, frame, state), bare ? input : null)
      },
    }
    chargeLeave(node, undefined, state)
    // JSONata's check of arguments knows functions by their type.
    return Object.assign(() => undefined, { callee })
  }
}

function calleeOf(value: unknown): Callee {
  if (typeof value !== 'function' || !('callee' in value)) throw new Leave()
  return value.callee as Callee
}

function argsFor({ arity }: Callee, item: unknown, index: number, list: unknown): Args {
  if (arity < 2) return [item]
  return arity === 2 ? [item, index] : [item, index, list]
}

function mapList(list: unknown, given: unknown, state: EvaluationState): unknown {
  if (list === undefined) return undefined
  if (!Array.isArray(list)) throw new Leave()
  const callee = calleeOf(given)
  const result = sequence()
  for (let index = 0; index < list.length; index++) {
    const value = callee.call(argsFor(callee, list[index], index, list))
    if (value !== undefined) result.push(value)
  }
  if (result.length > state.budget.limits.list) throw new Leave()
  return result
}

function filterList(list: unknown, given: unknown, state: EvaluationState): unknown {
  if (list === undefined) return undefined
  if (!Array.isArray(list)) throw new Leave()
  const callee = calleeOf(given)
  const result = sequence()
  for (let index = 0; index < list.length; index++) {
    if (truth(callee.call(argsFor(callee, list[index], index, list)))) result.push(list[index])
  }
  if (result.length > state.budget.limits.list) throw new Leave()
  return result
}

function reduceList(list: unknown, given: unknown, init: unknown): unknown {
  if (list === undefined) return undefined
  const callee = calleeOf(given)
  if (!Array.isArray(list) || callee.arity < 2) throw new Leave()
  let index = init === undefined && list.length > 0 ? 1 : 0
  let result: unknown = index === 1 ? list[0] : init
  for (; index < list.length; index++) {
    const args = [result, list[index]]
    if (callee.arity >= 3) args.push(index)
    if (callee.arity >= 4) args.push(list)
    result = callee.call(args)
  }
  return result
}

function containsText(text: unknown, token: unknown): unknown {
  if (text === undefined || token === undefined) return undefined
  if (typeof text !== 'string' || typeof token !== 'string') throw new Leave()
  return text.includes(token)
}

function splitText(text: unknown, separator: unknown, limit: unknown): unknown {
  if (text === undefined) return undefined
  if (typeof text !== 'string' || typeof separator !== 'string') throw new Leave()
  if (limit === undefined) return text.split(separator)
  if (typeof limit !== 'number' || limit < 0) throw new Leave()
  return limit > 0 ? text.split(separator, limit) : []
}
