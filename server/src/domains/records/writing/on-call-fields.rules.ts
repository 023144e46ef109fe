import type { AppError } from '../../../platform/errors.ts'
import type { ReadCommand } from './commands.ts'
import type { AppShape, FieldShape } from '../model/record-shape.ts'

/** The schedule, with its layer if any, that fills a field of new records; null for other fields. */
export function onCallName(definition: FieldShape['definition']): string | null {
  if (!('onCall' in definition) || definition.onCall === undefined) return null
  const { schedule, layer } = definition.onCall
  return layer === undefined ? schedule : `${schedule}/${layer}`
}

/** Schedules that fill fields of the records that these commands may create. */
export function onCallNeeded(
  app: AppShape,
  commands: readonly (ReadCommand | { code: AppError['code'] })[],
): string[] {
  const fields = app.fields.flatMap(({ key, definition }) => {
    const name = onCallName(definition)
    return name === null ? [] : [{ key, name }]
  })
  if (fields.length === 0) return []
  const names = new Set<string>()
  for (const command of commands) {
    if (!('kind' in command) || command.kind === 'update') continue
    const given =
      command.kind === 'create' ? command.values : { ...command.match, ...command.create, ...command.set }
    for (const { key, name } of fields) if (!Object.hasOwn(given, key)) names.add(name)
  }
  return [...names]
}
