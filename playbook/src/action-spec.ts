import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'

/** What the language must know of an action: its place in the catalog, its input and how it runs. */
export type ActionSpec = {
  /** `<group>.<verb>`, unique in a catalog. */
  name: string
  title: string
  /**
   * `pure` is computed in place, `wait` sleeps, `effect` goes to the host, `listen` goes to the host and waits for an
   * answer from outside, `block` holds steps, `stop` ends the run.
   */
  kind: 'pure' | 'wait' | 'effect' | 'listen' | 'block' | 'stop'
  /**
   * Schema of the input once its expressions are evaluated; a connector may give `z.fromJSONSchema(…)`. In the builder,
   * `shown` in the metadata of an optional property keeps it out of "More options".
   */
  input: z.ZodType
  /** Properties that the action evaluates on its own, per item, per case or per event. */
  lazy?: readonly string[]
  /** Properties that are read when a playbook is checked, so that they must not be expressions. */
  constant?: readonly string[]
  /** Properties that must be there and not empty once evaluated; a missing one fails the step. */
  required?: readonly string[]
  /** Replaces a property whose expression returns nothing; without it the property is left out. */
  absent?: { readonly [property: string]: JsonValue }
  /** One sentence for the catalog of actions. */
  description?: string
  /** JSON Schema of the output, for autocompletion; absent = unknown. */
  output?: { readonly [keyword: string]: JsonValue }
  /** Whether the step names an asset, and of which connector. */
  asset?: { connector: string; required: boolean }
  /**
   * An effect that reaches nothing outside of Caseloom: `values` only computes, `files` reads and makes files of the run.
   * Tests of drafts perform both for real.
   */
  local?: 'values' | 'files'
  /** Time limit of one attempt when the step names none; default 60 s. */
  timeoutMs?: number
}

/** Actions by name; passed as a value so that connectors can add theirs. */
export type SpecCatalog = ReadonlyMap<string, ActionSpec>

/** Any value. Evaluated inputs are JSON already; walking big payloads again would cost time for nothing. */
export const AnyJson = z.custom<JsonValue>((value) => value !== undefined, 'is missing')

/** Key or id of an app. */
export const App = z.string().min(1).max(200)

/** A condition as written; who asks it evaluates it. */
export const Lazy = z.union([z.string().min(1).max(100_000), z.boolean()])

export const RecordPlace = z.strictObject({ app: App, id: z.string().min(1).max(200) })

/** JSON Schema of an object with these properties, all of them present. */
export function objectSchema(properties: { [key: string]: JsonValue }): { [keyword: string]: JsonValue } {
  return { type: 'object', properties, required: Object.keys(properties) }
}
