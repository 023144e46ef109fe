import { TASK_STATES, type Task, TaskState } from '@caseloom/contract/values/case-fields'
import type { TaskUpdate } from '@caseloom/contract/records/tasks'
import { Button, Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { instantOf, localTime } from '../../../ui/local-time.ts'
import { useZone } from '../../../ui/Times.tsx'
import classes from './Case.module.css'

interface TaskFormProps {
  task: Task
  others: readonly Task[]
  people: ReturnType<typeof usePeople>
  busy: boolean
  onSave: (set: TaskUpdate) => void
  onRemove: () => void
  onCancel: () => void
}

export function TaskForm({ task, others, people, busy, onSave, onRemove, onCancel }: TaskFormProps) {
  const { t } = useTranslation('case')
  const zone = useZone()
  const [title, setTitle] = useState(task.title)
  const [state, setState] = useState<TaskState>(task.state)
  const [assignee, setAssignee] = useState<string | null>(task.assignee)
  const [due, setDue] = useState(task.due === null ? '' : localTime(task.due, zone))
  const [required, setRequired] = useState(task.required)
  const [dependsOn, setDependsOn] = useState<string[]>(task.dependsOn)
  const [note, setNote] = useState(task.note ?? '')
  const save = () =>
    onSave({
      title,
      state,
      // The options are the tenant's users, by ID.
      assignee: assignee as TaskUpdate['assignee'],
      due: instantOf(due, zone, task.due),
      required,
      dependsOn,
      note: note.trim() === '' ? null : note,
    })
  const leave = (event: { key: string }) => {
    if (event.key === 'Escape') onCancel()
  }
  return (
    <form
      className={classes.form}
      aria-label={t('tasks.edit', { title: task.title })}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextInput
        label={t('tasks.title')}
        value={title}
        required
        maxLength={500}
        data-autofocus
        autoFocus
        onKeyDown={leave}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div className={classes.formRow}>
        <Select
          label={t('tasks.state')}
          data={TASK_STATES.map((value) => ({ value, label: t(`tasks.states.${value}`) }))}
          value={state}
          allowDeselect={false}
          onChange={(value) => setState(TaskState.safeParse(value).data ?? state)}
        />
        <Select
          label={t('tasks.assignee')}
          placeholder={t('tasks.noOne')}
          data={people.all.map(({ id, name }) => ({ value: id, label: name }))}
          value={assignee}
          searchable
          clearable
          onChange={setAssignee}
        />
        <TextInput
          label={t('tasks.due')}
          type="datetime-local"
          value={due}
          onChange={(event) => setDue(event.currentTarget.value)}
        />
      </div>
      {others.length > 0 && (
        <MultiSelect
          label={t('tasks.dependsOn')}
          data={others.map((other) => ({ value: other.id, label: other.title }))}
          value={dependsOn}
          searchable
          onChange={setDependsOn}
        />
      )}
      <Textarea
        label={t('tasks.note')}
        value={note}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={10_000}
        onKeyDown={leave}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={t('tasks.required')}
        checked={required}
        onChange={(event) => setRequired(event.currentTarget.checked)}
      />
      <div className={classes.formEnd}>
        <Button variant="subtle" color="red" onClick={onRemove} disabled={busy}>
          {t('tasks.remove')}
        </Button>
        <Button onClick={onCancel}>{t('tasks.cancel')}</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={title.trim() === ''}>
          {t('tasks.save')}
        </Button>
      </div>
    </form>
  )
}
