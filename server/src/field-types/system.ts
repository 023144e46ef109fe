import type { KindRules, ServerFieldType } from './field-type.ts'
import { issue } from './parsing.ts'

export const systemType: ServerFieldType<'system'> = {
  parse: () => issue('read_only', 'A system field can’t be set'),
}

export const systemKinds = {
  system: {
    // Has no column: the fact it shows is every record's.
    sqlType: 'text',
    // A placed fact answers by the fact itself; a history can be compared with nothing.
    toCell: () => '',
    fromCell: (cell) => ({ raw: cell }),
  },
} satisfies Record<string, KindRules>
