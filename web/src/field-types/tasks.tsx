import { IconChecklist } from '@tabler/icons-react'
import { jsonDraft, readJson } from './drafts.ts'
import type { WebFieldType } from './field-type.ts'
import { CONTAINED } from './filter-operators.ts'
import { taskProgress, tasksOf } from './values/case-text.ts'
import { peopleChoices, userName } from './user.tsx'

export const tasksType: WebFieldType<'tasks'> = {
  palette: [{ id: 'tasks', group: 'security', icon: IconChecklist }],
  width: 80,
  unsorted: true,
  whole: true,
  text: (value, field, people) => {
    // A condition compares with the assignee of an open one.
    if (typeof value === 'string') return userName(value, field, people)
    const { over, all } = taskProgress(tasksOf(value))
    return all === 0 ? '' : `${over} of ${all}`
  },
  filter: {
    operators: CONTAINED,
    wording: { contains: 'tasks.contains', notContains: 'tasks.notContains' },
    choices: ({ people, t }) => peopleChoices(people, t),
  },
  // Its own editor saves immediately.
  toDraft: jsonDraft,
  fromDraft: readJson,
}
