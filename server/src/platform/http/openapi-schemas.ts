import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'

type Direction = 'input' | 'output'

/** Zod schemas as JSON Schema 2020-12, with those that have a name moved to `components.schemas` and referred to. */
export interface SchemaWriter {
  /** The schema as seen by a sender (`input`) or a reader (`output`). `place` names what has no name of its own. */
  write(schema: z.ZodType, direction: Direction, place: string): JsonObject
  /** All schemas that were referred to so far. */
  components(): JsonObject
}

/** Builds a writer that knows the given schemas by name. */
export function createSchemaWriter(named: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const registry = z.registry<{ id: string }>()
  const sameBothWays = new Set<string>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  for (const [id, schema] of Object.entries(named)) {
    if (text(convert(schema, 'input', registry)) === text(convert(schema, 'output', registry)))
      sameBothWays.add(id)
  }
  const components = new Map<string, JsonObject>()
  return {
    write(schema, direction, place) {
      const { $defs, ...root } = convert(schema, direction, registry)
      const nameOf = (id: string) =>
        !Object.hasOwn(named, id)
          ? `${place}_${id.replaceAll('_', '')}`
          : direction === 'output' || sameBothWays.has(id)
            ? id
            : `${id}Input`
      for (const [id, definition] of Object.entries(isJsonObject($defs) ? $defs : {})) {
        if (isJsonObject(definition)) components.set(nameOf(id), object(pointed(definition, nameOf)))
      }
      return object(pointed(root, nameOf))
    },
    components: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

type Registry = z.core.$ZodRegistry<{ id: string }>

function convert(schema: z.ZodType, direction: Direction, registry: Registry): JsonObject {
  const result = z.toJSONSchema(schema, {
    io: direction,
    metadata: registry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
  })
  const { $schema: _draft, id: _id, ...rest } = object(JSON.parse(JSON.stringify(result)))
  return rest
}

/** Schemas that JSON Schema cannot say on its own say it in their `jsonSchema` note; the rest loses mere noise. */
function tidy(schema: z.core.$ZodType, target: z.core.JSONSchema.BaseSchema): void {
  const note = z.globalRegistry.get(schema)?.['jsonSchema']
  if (typeof note === 'object' && note !== null) Object.assign(target, note)
  if (target.format === 'date-time' || target.format === 'email') delete target.pattern
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum
}

/** The same JSON with its references led to `components.schemas`. */
function pointed(value: JsonValue, nameOf: (id: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => pointed(item, nameOf))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => {
    if (key !== '$ref' || typeof item !== 'string') return [key, pointed(item, nameOf)]
    return [key, `#/components/schemas/${nameOf(item.replace(/^#\/\$defs\//, ''))}`]
  })
  return Object.fromEntries(entries)
}

function object(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {}
}

function text(value: JsonValue): string {
  return JSON.stringify(value)
}
