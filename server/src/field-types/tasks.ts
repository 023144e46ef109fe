import { OPEN_TASK_STATES } from '@caseloom/contract/case-fields'
import { readTasks } from './case-items.ts'
import { caseTexts } from './case-texts.ts'
import { itemsCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { ITEMS, PRESENCE } from './operators.ts'
import { isObject } from './parsing.ts'
import { userOrMe } from './user.ts'

export const tasksType: ServerFieldType<'tasks'> = { parse: (_field, raw, ids) => readTasks(raw, ids) }

export const tasksKinds = {
  tasks: {
    sqlType: 'jsonb',
    filter: {
      operators: [...PRESENCE, ...ITEMS],
      expected: 'the ID of a user who has an open task, or "me"',
      canonical: () => null,
      conditions: (target, { value }, look) => {
        const user = userOrMe(value, look)
        return user === null ? null : { target, op: 'contains', values: [user] }
      },
      sql: (column, { values }, parameters) => {
        const states = OPEN_TASK_STATES.map((state) => `@.state == "${state}"`).join(' || ')
        const user = `jsonb_build_object('user', ${parameters.add(values[0], 'text')})`
        return `jsonb_path_exists(${column}, '$[*] ? (@.assignee == $user && (${states}))', ${user})`
      },
      holds: ({ values: [wanted = ''] }, value) => {
        const items = Array.isArray(value) ? value.filter(isObject) : []
        const open: readonly string[] = OPEN_TASK_STATES
        return items.some((item) => item['assignee'] === wanted && open.includes(String(item['state'])))
      },
    },
    searched: caseTexts,
    toCell: (value) => JSON.stringify(value),
    // A bare title is a task to do.
    fromCell: itemsCell,
  },
} satisfies Record<string, KindRules>
