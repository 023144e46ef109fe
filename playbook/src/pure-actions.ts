import type { JsonValue } from '@caseloom/contract/kernel/json'
import { extractObservables } from '@caseloom/contract/values/extract-observables'
import type { SwitchInput } from './actions-flow.ts'
import { parseDuration } from './duration.ts'
import { compileTemplate, type Template } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import type { Bindings } from './jsonata-guard.ts'
import type { StepError } from './run-types.ts'
import type { Input } from './step-input.ts'
import { isTruthy } from './to-boolean.ts'

export type PureResult = { ok: true; output: JsonValue } | { ok: false; error: StepError }
type Pure = (input: Input, scope: object, bindings: Bindings) => PureResult | Promise<PureResult>

const done = (output: JsonValue): PureResult => ({ ok: true, output })

const actions: { [name: string]: Pure } = {
  'data.transform': (input) => done(input.value ?? null),
  'data.template': (input) => done(input.text ?? ''),
  'data.filter': filterItems,
  'flow.switch': chooseCase,
  'observable.extract': extract,
}

/** Computes a pure step in place. */
export async function runPure(
  action: string,
  input: Input,
  scope: object,
  bindings: Bindings,
): Promise<PureResult> {
  const pure = actions[action]
  if (!pure)
    return { ok: false, error: { code: 'step.unknown_action', message: `${action} can’t be computed here` } }
  return pure(input, scope, bindings)
}

const templates = new WeakMap<object, Template[]>()

// The lazy parts belong to the playbook, so their compiled form lives as long as it does.
function compiled(owner: object, sources: () => JsonValue[]): Template[] {
  let known = templates.get(owner)
  if (!known) {
    known = sources().map((source) => compileTemplate(source))
    templates.set(owner, known)
  }
  return known
}

async function filterItems(input: Input, scope: object, bindings: Bindings): Promise<PureResult> {
  const items = Array.isArray(input.items) ? input.items : []
  const where = compileTemplate(input.where ?? false)
  const matching: JsonValue[] = []
  for (const [index, item] of items.entries()) {
    const inner = { ...scope, item, index }
    const seed = `${bindings.seed}#${index}`
    try {
      if (isTruthy(await where.evaluate(inner, { ...bindings, seed }))) matching.push(item)
    } catch (error) {
      throw locate(error, ['with', 'where'], `item ${index}`)
    }
  }
  return done(matching)
}

async function chooseCase(input: Input, scope: object, bindings: Bindings): Promise<PureResult> {
  // The input fits the action's schema.
  const cases = input.cases as SwitchInput['cases']
  const conditions = compiled(cases, () => cases.map(({ when }) => when))
  for (const [index, { name }] of cases.entries()) {
    try {
      if (isTruthy(await conditions[index]?.evaluate(scope, bindings))) return done({ case: name })
    } catch (error) {
      throw locate(error, ['with', 'cases', index, 'when'], `case ${name}`)
    }
  }
  return done({ case: 'else' })
}

function extract(input: Input): PureResult {
  const found = extractObservables(String(input.text ?? ''))
  const kinds = Array.isArray(input.kinds) ? new Set(input.kinds) : undefined
  const wanted = kinds === undefined ? found : found.filter(({ kind }) => kinds.has(kind))
  return done(wanted.map(({ kind, value }) => ({ kind, value })))
}

function locate(error: unknown, place: (string | number)[], about: string): unknown {
  if (error instanceof ExpressionError) {
    error.place = place
    error.message = `${about}: ${error.message}`
  }
  return error
}

/** When a wait that begins at `at` ends, in milliseconds since 1970. */
export function waitUntil(input: Input, at: number): number | StepError {
  if (typeof input.for === 'string') {
    const ms = parseDuration(input.for)
    return ms === undefined
      ? badWait(`"${input.for}" isn’t a duration. Use a value such as 30s, 5m, or 1d.`)
      : at + ms
  }
  const text = String(input.until)
  const until = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  return Number.isNaN(until)
    ? badWait(`"${text}" isn’t a point in time. Use a value such as 2026-11-21T08:30:00Z.`)
    : until
}

function badWait(message: string): StepError {
  return { code: 'step.bad_input', message: `with: ${message}`, retryable: false }
}
