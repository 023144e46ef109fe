import { RoleId } from '@caseloom/contract/kernel/ids'
import type { MembersOf } from '../model/apps.queries.ts'
import type { AppDraft } from './app-draft.ts'

/** What of the draft decides who can do what. */
export function definitionOfMembers({ sharing = null, fields, layouts = [] }: AppDraft): MembersOf {
  const list = (ids: readonly string[] | undefined) => ids?.map((id) => RoleId.parse(id))
  return {
    sharing,
    fields: fields.flatMap(({ key, readers, writers }) =>
      readers === undefined && writers === undefined
        ? []
        : [{ key, readers: list(readers), writers: list(writers) }],
    ),
    layouts: layouts.map(({ id, roles }) => ({ id, roles })),
  }
}
