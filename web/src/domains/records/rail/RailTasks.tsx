import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { OPEN_TASK_STATES, type Task } from '@caseloom/contract/values/case-fields'
import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { taskProgress, tasksOf } from '../../../field-types/values/case-text.ts'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { stateOf } from '../../../ui/glyphs/state.ts'
import { StateGlyph } from '../../../ui/glyphs/State.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { DateTime, useNow } from '../../../ui/Times.tsx'
import classes from './Rail.module.css'
import { MoreRows, RAIL_ROWS, RailSection } from '../../../ui/rail/RailSection.tsx'

interface RailTasksProps {
  fields: readonly Field[]
  record: RecordView
  people: ReturnType<typeof usePeople>
  /** Shows the field with its whole list. */
  onOpen: (field: string) => void
}

/** How far each list of tasks is, and what is open in it. */
export function RailTasks({ fields, record, people, onOpen }: RailTasksProps) {
  const lists = fields.filter(
    (field) => fieldTraits(field).tasks && tasksOf(record.fields[field.key]).length > 0,
  )
  return lists.map((field) => (
    <TaskList
      key={field.key}
      title={field.label}
      tasks={tasksOf(record.fields[field.key])}
      people={people}
      onOpen={() => onOpen(field.key)}
    />
  ))
}

interface TaskListProps {
  title: string
  tasks: readonly Task[]
  people: RailTasksProps['people']
  onOpen: () => void
}

function TaskList({ title, tasks, people, onOpen }: TaskListProps) {
  const { t } = useTranslation('rail')
  const { over, all } = taskProgress(tasks)
  const progress = t('progress', { over, all })
  const open = tasks.filter(({ state }) => OPEN_TASK_STATES.includes(state))
  return (
    <RailSection title={title} count={progress}>
      <Progress value={(100 * over) / all} size={4} color="green" aria-label={progress} />
      {open.slice(0, RAIL_ROWS).map((task) => (
        <TaskRow key={task.id} task={task} people={people} onOpen={onOpen} />
      ))}
      <MoreRows all={open.length} onOpen={onOpen} />
    </RailSection>
  )
}

function TaskRow({ task, people, onOpen }: Omit<TaskListProps, 'title' | 'tasks'> & { task: Task }) {
  const { t } = useTranslation('rail')
  const now = useNow()
  const isLate = task.due !== null && Date.parse(task.due) <= now
  const assignee = task.assignee === null ? null : (people.name(task.assignee) ?? task.assignee.slice(0, 8))
  return (
    <button type="button" className={classes.row} onClick={onOpen}>
      <StateGlyph state={stateOf(task.state) ?? 'todo'} />
      <span className={classes.rowTitle}>
        <bdi>{straight(task.title)}</bdi>
        {task.required && (
          <span className={classes.required} title={t('required')}>
            {' *'}
          </span>
        )}
        {task.due !== null && (
          <span className={classes.sub} data-late={isLate || undefined}>
            {t('due')} <DateTime at={task.due} />
          </span>
        )}
      </span>
      {assignee !== null && (
        <span title={assignee}>
          <Avatar name={assignee} own={task.assignee === people.me} />
        </span>
      )}
    </button>
  )
}
