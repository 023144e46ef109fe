import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { AppError } from '../../../platform/errors.ts'
import type { ReadCommand } from './commands.ts'
import type { AppShape } from '../model/record-shape.ts'

/** Users named in fields that offer only members of certain groups, so their memberships must be looked up. */
export function usersNeedingGroupLookup(
  app: AppShape,
  commands: readonly (ReadCommand | AppError)[],
): string[] {
  const fields = app.fields.flatMap(({ key, definition }) =>
    fieldTraits(definition).users && 'members' in definition && definition.members !== undefined
      ? [{ key, members: new Set<string>(definition.members) }]
      : [],
  )
  if (fields.length === 0) return []
  const strangers = new Set<string>()
  for (const command of commands) {
    if (command instanceof AppError) continue
    const parts = command.kind === 'upsert' ? [command.set, command.create] : [command.values]
    for (const values of parts)
      for (const { key, members } of fields)
        for (const id of [values[key] ?? []].flat())
          if (typeof id === 'string' && !members.has(id)) strangers.add(id)
  }
  return [...strangers]
}
