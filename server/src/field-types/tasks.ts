import { OPEN_TASK_STATES } from '@caseloom/contract/values/case-fields'
import { readTasks } from './case-items.ts'
import { caseTexts } from './case-texts.ts'
import { itemsCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'

export const tasksType: ServerFieldType<'tasks'> = { parse: (_field, raw, ids) => readTasks(raw, ids) }

export const tasksKinds = {
  tasks: {
    sqlType: 'jsonb',
    filterSql: (column, { values }, parameters) => {
      const states = OPEN_TASK_STATES.map((state) => `@.state == "${state}"`).join(' || ')
      const user = `jsonb_build_object('user', ${parameters.add(values[0], 'text')})`
      return `jsonb_path_exists(${column}, '$[*] ? (@.assignee == $user && (${states}))', ${user})`
    },
    searched: caseTexts,
    toCell: (value) => JSON.stringify(value),
    // A bare title is a task to do.
    fromCell: itemsCell,
  },
} satisfies Record<string, KindRules>
