import { OPEN_TASK_STATES, type Task } from '@caseloom/contract/values/case-fields'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { ActionIcon, Checkbox, Progress, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import type { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { taskProgress, tasksOf } from '../../../field-types/values/case-text.ts'
import { Person } from '../../../ui/glyphs/Avatar.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { DateTime, useNow } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { caseEn } from './case.en.ts'
import { keepTasks, takeTaskStep, type TaskStep } from './case.queries.ts'
import classes from './Case.module.css'
import { TaskForm } from './TaskForm.tsx'

addTexts('case', caseEn)

interface TasksFieldProps {
  field: Field
  record: RecordView
  people: ReturnType<typeof usePeople>
  editable: boolean
}

/** Space ticks, Enter adds; each change is saved immediately. */
export function TasksField({ field, record, people, editable }: TasksFieldProps) {
  const { t } = useTranslation('case')
  const [editing, setEditing] = useState<string | null>(null)
  const steps = useTaskSteps(field, record)
  const { tasks } = steps
  const { over, all } = taskProgress(tasks)
  return (
    <div className={classes.tasks}>
      {all === 0 ? (
        <span className={classes.quiet}>{t('tasks.none')}</span>
      ) : (
        <div className={classes.progress}>
          <span>{t('tasks.progress', { over, all })}</span>
          <Progress value={(100 * over) / all} size={4} aria-label={t('tasks.progress', { over, all })} />
        </div>
      )}
      <TaskList
        field={field}
        tasks={tasks}
        editing={editing}
        people={people}
        steps={steps}
        setEditing={setEditing}
        editable={editable}
      />
      {editable && (
        <AddTask
          busy={steps.busy}
          onAdd={(title, then) => steps.take({ do: 'add', task: { title } }, then)}
        />
      )}
    </div>
  )
}

function useTaskSteps(field: Field, record: RecordView) {
  const { t } = useTranslation('case')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const place = { tenantId, appId: record.appId, recordId: record.id, field: field.key }
  const mutation = useMutation({
    mutationFn: (step: TaskStep) => takeTaskStep(place, step),
    onSuccess: (list) => keepTasks(client, place, list),
    onError: (error, step) => {
      const said = describeError(error)
      toast({
        kind: 'error',
        title: t(step.do === 'add' ? 'tasks.addFailed' : 'tasks.failed'),
        text: said.text,
      })
    },
  })
  const stored = tasksOf(record.fields[field.key])
  return {
    tasks: mutation.isPending ? shownWith(stored, mutation.variables) : stored,
    busy: mutation.isPending,
    take: (step: TaskStep, then?: () => void) =>
      mutation.mutate(step, then === undefined ? {} : { onSuccess: then }),
  }
}

/** The list with a pending tick applied, so that the box responds immediately. */
function shownWith(tasks: readonly Task[], step: TaskStep): readonly Task[] {
  if (step.do !== 'change') return tasks
  const { state } = step.set
  return tasks.map((task) => (task.id === step.taskId && state !== undefined ? { ...task, state } : task))
}

/** The first task that must be finished before this one. */
function openBefore(task: Task, tasks: readonly Task[]): Task | undefined {
  return tasks.find((other) => task.dependsOn.includes(other.id) && OPEN_TASK_STATES.includes(other.state))
}

interface TaskRowProps {
  task: Task
  waitsFor: Task | undefined
  people: ReturnType<typeof usePeople>
  editable: boolean
  onTick: (done: boolean) => void
  onEdit: () => void
}

function TaskRow({ task, waitsFor, people, editable, onTick, onEdit }: TaskRowProps) {
  const { t } = useTranslation('case')
  const now = useNow()
  const hasEnded = task.state === 'done' || task.state === 'skipped'
  const isLate = !hasEnded && task.due !== null && Date.parse(task.due) <= now
  return (
    <div className={classes.row}>
      <Checkbox
        size="xs"
        aria-label={t('tasks.done', { title: task.title })}
        checked={task.state === 'done'}
        disabled={!editable || (waitsFor !== undefined && task.state !== 'done')}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <span className={classes.taskTitle} data-over={hasEnded || undefined}>
        <bdi>{straight(task.title)}</bdi>
        {task.required && !hasEnded && <span className={classes.quiet}> · {t('tasks.requiredMark')}</span>}
        {task.state !== 'todo' && task.state !== 'done' && (
          <span className={classes.quiet}> · {t(`tasks.states.${task.state}`)}</span>
        )}
        {waitsFor !== undefined && !hasEnded && (
          <span className={classes.quiet}> · {t('tasks.waits', { title: waitsFor.title })}</span>
        )}
        {task.note !== undefined && <span className={classes.note}>{task.note}</span>}
      </span>
      {task.due !== null && (
        <span className={classes.due} data-late={isLate || undefined}>
          <DateTime at={task.due} /> {isLate && t('tasks.overdue')}
        </span>
      )}
      {task.assignee !== null && (
        <Person
          name={people.name(task.assignee) ?? task.assignee.slice(0, 8)}
          own={task.assignee === people.me}
          noOne={t('tasks.noOne')}
        />
      )}
      {editable && (
        <ActionIcon size={24} aria-label={t('tasks.edit', { title: task.title })} onClick={onEdit}>
          <IconPencil size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function AddTask({ busy, onAdd }: { busy: boolean; onAdd: (title: string, then: () => void) => void }) {
  const { t } = useTranslation('case')
  const [title, setTitle] = useState('')
  return (
    <TextInput
      aria-label={t('tasks.add')}
      placeholder={t('tasks.addHint')}
      value={title}
      maxLength={500}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        if (title.trim() !== '' && !busy) onAdd(title.trim(), () => setTitle(''))
      }}
    />
  )
}

interface TaskListProps {
  field: TasksFieldProps['field']
  tasks: ReturnType<typeof useTaskSteps>['tasks']
  editing: string | null
  people: ReturnType<typeof usePeople>
  steps: ReturnType<typeof useTaskSteps>
  setEditing: (id: string | null) => void
  editable: boolean
}

function TaskList({ field, tasks, editing, people, steps, setEditing, editable }: TaskListProps) {
  return (
    <ul className={classes.list} aria-label={field.label}>
      {tasks.map((task) => (
        <li key={task.id} className={classes.task}>
          {editing === task.id ? (
            <TaskForm
              task={task}
              others={tasks.filter((other) => other.id !== task.id)}
              people={people}
              busy={steps.busy}
              onSave={(set) => steps.take({ do: 'change', taskId: task.id, set }, () => setEditing(null))}
              onRemove={() => steps.take({ do: 'remove', taskId: task.id }, () => setEditing(null))}
              onCancel={() => setEditing(null)}
            />
          ) : (
            <TaskRow
              task={task}
              waitsFor={openBefore(task, tasks)}
              people={people}
              editable={editable}
              onTick={(done) =>
                steps.take({ do: 'change', taskId: task.id, set: { state: done ? 'done' : 'todo' } })
              }
              onEdit={() => setEditing(task.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
