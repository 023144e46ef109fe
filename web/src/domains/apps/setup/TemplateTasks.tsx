import type { TemplateTask } from '@caseloom/contract/apps/record-templates'
import { ActionIcon, Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import classes from './Setup.module.css'

const UNITS = [86_400, 3_600, 60] as const

interface TemplateTasksProps {
  label: string
  tasks: readonly TemplateTask[]
  fault: (at: number) => string | undefined
  onChange: (tasks: TemplateTask[], by?: string) => void
}

/** The tasks that a template adds to one field, in order. */
export function TemplateTasks({ label, tasks, fault, onChange }: TemplateTasksProps) {
  const { t } = useTranslation('app-setup')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('templates.tasks', { field: label })}</legend>
      <p className={classes.quiet}>{t(tasks.length === 0 ? 'templates.noTasks' : 'templates.tasksNote')}</p>
      <ol className={classes.rows}>
        {tasks.map((task, at) => (
          <li key={at} className={classes.task}>
            <TaskTitle {...{ task, at, tasks, onChange }} />
            <TaskSettings task={task} onChange={(next) => onChange(tasks.with(at, next), `task.${at}`)} />
            {fault(at) !== undefined && (
              <p role="alert" className={classes.fault}>
                {fault(at)}
              </p>
            )}
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => onChange([...tasks, { title: t('templates.newTask') }])}
        >
          {t('templates.addTask')}
        </Button>
      </div>
    </fieldset>
  )
}

interface TaskTitleProps extends Pick<TemplateTasksProps, 'tasks' | 'onChange'> {
  task: TemplateTask
  at: number
}

function TaskTitle({ task, at, tasks, onChange }: TaskTitleProps) {
  const { t } = useTranslation('app-setup')
  const move = (to: number) => onChange(tasks.toSpliced(at, 1).toSpliced(to, 0, task))
  const name = task.title
  return (
    <div className={classes.head}>
      <TextInput
        className={classes.grow ?? ''}
        label={t('templates.task', { at: at + 1 })}
        value={task.title}
        maxLength={500}
        onChange={(event) =>
          onChange(tasks.with(at, { ...task, title: event.currentTarget.value }), `title.${at}`)
        }
      />
      <ActionIcon
        size={24}
        disabled={at === 0}
        aria-label={t('templates.up', { name })}
        onClick={() => move(at - 1)}
      >
        <IconArrowUp size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={24}
        disabled={at === tasks.length - 1}
        aria-label={t('templates.down', { name })}
        onClick={() => move(at + 1)}
      >
        <IconArrowDown size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={t('templates.removeTask', { name })}
        onClick={() => onChange(tasks.toSpliced(at, 1))}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface TaskSettingsProps {
  task: TemplateTask
  onChange: (task: TemplateTask) => void
}

function TaskSettings({ task, onChange }: TaskSettingsProps) {
  const { t } = useTranslation('app-setup')
  const people = usePeople()
  const { assignee, ...unassigned } = task
  return (
    <div className={classes.taskRow}>
      <Select
        label={t('templates.assignee')}
        placeholder={t('templates.unassigned')}
        data={[
          { value: 'me', label: t('templates.me') },
          ...people.all.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={assignee ?? null}
        searchable
        clearable
        // The options are the tenant's users, by ID.
        onChange={(id) =>
          onChange(
            id === null ? unassigned : { ...task, assignee: id as NonNullable<TemplateTask['assignee']> },
          )
        }
      />
      <DueInput task={task} onChange={onChange} />
      <Checkbox
        className={classes.check ?? ''}
        size="xs"
        label={t('templates.required')}
        checked={task.required === true}
        onChange={(event) => onChange({ ...task, required: event.currentTarget.checked })}
      />
    </div>
  )
}

/** A number and its unit, the largest that says it whole; without a number there is no due date. */
function DueInput({ task, onChange }: TaskSettingsProps) {
  const { t } = useTranslation('app-setup')
  const { due, ...undue } = task
  const unit = UNITS.find((one) => due !== undefined && due > 0 && due % one === 0) ?? 86_400
  const units = UNITS.map((one) => ({ value: String(one), label: t(`templates.units.${one}`) }))
  return (
    <>
      <NumberInput
        label={t('templates.due')}
        min={0}
        allowDecimal={false}
        hideControls
        value={due === undefined ? '' : due / unit}
        onChange={(next) =>
          onChange(typeof next === 'number' ? { ...task, due: Math.min(next * unit, 316_000_000) } : undue)
        }
      />
      <Select
        label={t('templates.unit')}
        data={units}
        value={String(unit)}
        allowDeselect={false}
        disabled={due === undefined}
        onChange={(next) => {
          const to = UNITS.find((one) => String(one) === next)
          if (to !== undefined && due !== undefined)
            onChange({ ...task, due: Math.min((due / unit) * to, 316_000_000) })
        }}
      />
    </>
  )
}
