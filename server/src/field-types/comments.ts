import type { KindRules, ServerFieldType } from './field-type.ts'
import { issue } from './parsing.ts'

export const commentsType: ServerFieldType<'comments'> = {
  parse: () => issue('read_only', 'A comments field has no value. Add comments instead.'),
  faults: ({ required, default: preset }) => {
    if (required)
      return [{ path: ['required'], code: 'not_allowed', message: 'A comments field can’t be required' }]
    return preset === undefined || preset === null
      ? []
      : [{ path: ['default'], code: 'not_allowed', message: 'This field can’t have a default' }]
  },
}

export const commentsKinds = {
  comments: {
    sqlType: 'jsonb',
    toCell: () => '',
    fromCell: (cell) => ({ raw: cell }),
  },
} satisfies Record<string, KindRules>
