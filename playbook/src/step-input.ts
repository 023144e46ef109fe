import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { ActionSpec } from './actions.ts'
import { coerce, type JsonSchema } from './coerce.ts'
import { compileTemplate, type Template } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import type { Bindings } from './jsonata-guard.ts'
import type { StepError } from './run-types.ts'

export type Input = { [key: string]: JsonValue }
export type ReadInput = { ok: true; input: Input } | { ok: false; error: StepError; input?: Input }

/** Evaluates the input of one step. */
export type InputReader = {
  read: (scope: object, bindings: Bindings) => Promise<ReadInput>
  /** The properties that the action evaluates on its own, as written. */
  lazy: Input
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

/** JSON Schema of an action's input, for coercion and for forms. */
export function inputSchema(spec: ActionSpec): JsonSchema {
  let schema = schemas.get(spec.input)
  if (!schema) {
    // Zod's type of a JSON Schema is wider than what is read of it here.
    schema = z.toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    schemas.set(spec.input, schema)
  }
  return schema
}

/** Compiles the `with` of a step for its action. */
export function inputReader(withs: Input, spec: ActionSpec): InputReader {
  const schema = inputSchema(spec)
  const required = new Set(spec.required ?? [])
  const eager: [string, Template][] = []
  const lazy: Input = {}
  for (const [key, value] of Object.entries(withs)) {
    if (spec.lazy?.includes(key)) lazy[key] = value
    else eager.push([key, compileTemplate(value, { strict: required.has(key), salt: key })])
  }
  const constant = eager.every(([, template]) => template.expressions.length === 0)
  let checked: ReadInput | undefined
  return {
    lazy,
    async read(scope, bindings) {
      if (checked) return checked
      const given: Input = {}
      for (const [key, template] of eager) {
        const value = (await evaluateProperty(key, template, scope, bindings)) ?? spec.absent?.[key]
        if (value !== undefined) given[key] = value
      }
      const result = check({ ...given, ...lazy }, spec, schema)
      if (constant) checked = result
      return result
    },
  }
}

async function evaluateProperty(key: string, template: Template, scope: object, bindings: Bindings) {
  try {
    return await template.evaluate(scope, bindings)
  } catch (error) {
    if (error instanceof ExpressionError) error.place = ['with', key, ...(error.place ?? [])]
    throw error
  }
}

function check(given: Input, spec: ActionSpec, schema: JsonSchema): ReadInput {
  const coerced = coerce(given, schema, schema)
  const parsed = spec.input.safeParse(coerced)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = ['with', ...(issue?.path ?? [])].join('.')
    const error = {
      code: 'step.bad_input',
      message: `${place}: ${issue?.message ?? 'isn’t valid for this action'}`,
      retryable: false,
    }
    return { ok: false, error, input: given }
  }
  for (const key of spec.required ?? []) {
    const empty = emptyPart((parsed.data as Input)[key], [key])
    if (empty) return { ok: false, error: nothing(empty), input: given }
  }
  // An action's input is an object schema; its parsed form is JSON.
  return { ok: true, input: parsed.data as Input }
}

// An empty text where a value is required would match or address anything.
function emptyPart(value: JsonValue | undefined, place: string[]): string | undefined {
  if (value === '' || value === null) return place.join('.')
  if (typeof value !== 'object') return undefined
  for (const [key, part] of Object.entries(value)) {
    const empty = emptyPart(part, [...place, key])
    if (empty) return empty
  }
  return undefined
}

function nothing(place: string): StepError {
  return {
    code: 'step.missing_value',
    message: `with.${place}: a value is required, but it is empty`,
    retryable: false,
  }
}
