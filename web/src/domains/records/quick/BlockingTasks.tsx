import type { RecordView } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import type { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Person } from '../../../ui/glyphs/Avatar.tsx'
import { toast } from '../../../ui/toast.tsx'
import { keepTasks, takeTaskStep } from '../case/case.queries.ts'
import classes from './Close.module.css'
import type { OpenTask } from './close-fields.ts'

interface BlockingTasksProps {
  record: RecordView
  tasks: readonly OpenTask[]
  people: ReturnType<typeof usePeople>
  /** A task was finished; its buttons, which had the focus, are gone. */
  onEnded: () => void
}

/** Open tasks: the required ones can be finished here, the others stay as they are. */
export function BlockingTasks({ record, tasks, people, onEnded }: BlockingTasksProps) {
  const { t } = useTranslation('quick')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: async ({ open, state }: { open: OpenTask; state: 'done' | 'skipped' }) => {
      const place = { tenantId, appId: record.appId, recordId: record.id, field: open.field.key }
      const list = await takeTaskStep(place, { do: 'change', taskId: open.task.id, set: { state } })
      keepTasks(client, place, list)
    },
    onSuccess: onEnded,
    onError: (error) => toast({ kind: 'error', title: describeError(error).text }),
  })
  if (tasks.length === 0) return null
  return (
    <section aria-label={t('close.tasks')}>
      <h3 className={classes.label}>{t('close.tasks')}</h3>
      <ul className={classes.rows}>
        {tasks.map((open) => (
          <TaskRow
            key={open.task.id}
            open={open}
            person={open.task.assignee === null ? null : (people.name(open.task.assignee) ?? null)}
            mayEnd={record.can.update && !open.field.readOnly}
            busy={ending.isPending}
            onEnd={(state) => ending.mutate({ open, state })}
          />
        ))}
      </ul>
    </section>
  )
}

interface TaskRowProps {
  open: OpenTask
  person: string | null
  mayEnd: boolean
  busy: boolean
  onEnd: (state: 'done' | 'skipped') => void
}

function TaskRow({ open: { task }, person, mayEnd, busy, onEnd }: TaskRowProps) {
  const { t } = useTranslation('quick')
  return (
    <li className={classes.task} data-required={task.required || undefined}>
      <span className={classes.taskLine}>
        <span className={classes.name}>{task.title}</span>
        {task.required && <span className={classes.required}>{t('close.required')}</span>}
        <span className={classes.taskPerson}>
          <Person name={person} noOne={t('noOne')} />
        </span>
      </span>
      {task.required && mayEnd && (
        <span className={classes.taskLine}>
          <Button
            leftSection={<IconCheck size={14} stroke={1.7} aria-hidden />}
            loading={busy}
            onClick={() => onEnd('done')}
          >
            {t('close.markDone')}
          </Button>
          <Button variant="subtle" disabled={busy} onClick={() => onEnd('skipped')}>
            {t('close.skip')}
          </Button>
        </span>
      )}
    </li>
  )
}
