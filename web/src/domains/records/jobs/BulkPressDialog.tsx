import type { AppView } from '@caseloom/contract/apps/apps'
import type { ButtonView } from '@caseloom/contract/automation/triggers'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { JobView, Selection } from '@caseloom/contract/records/jobs'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { openStatement } from '../../../data/open-statement.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { SchemaForm } from '../../../ui/schema-form/SchemaForm.tsx'
import { labelAt } from '../../../ui/schema-form/schema-fields.ts'
import { startingValue } from '../../../ui/schema-form/schema-values.ts'
import { StatementText } from '../../../ui/statement/StatementText.tsx'
import { followJob } from './follow-job.ts'
import { JobProgress } from './JobProgress.tsx'
import promote from '../promote/Promote.module.css'
import { pressOnMany } from '../buttons/buttons.queries.ts'
import { buttonsQuery } from '../model/app-buttons.queries.ts'
import { issuesOf } from '../buttons/press-issues.ts'

interface BulkPressDialogProps {
  app: AppView
  button: ButtonView
  selection: Selection
  count: number | null
  onClose: () => void
  /** The job began: the selection has served. */
  onDone: () => void
}

/** Says what will happen to how many records, starts it, and then shows what became of each. */
export function BulkPressDialog(props: BulkPressDialogProps) {
  const { t } = useTranslation('buttons')
  const { tenantId } = useTenantScope()
  const { button, count, onClose, onDone } = props
  const [job, setJob] = useState<JobView | null>(null)
  const title =
    count === null
      ? t('bulk.titleAll', { label: button.label })
      : t('bulk.title', { label: button.label, count })
  return (
    <Dialog onClose={job === null ? onClose : onDone} title={title} size={480}>
      {job === null ? (
        <Asking {...props} onBegun={setJob} />
      ) : (
        <div className={promote['form']}>
          <JobProgress tenantId={tenantId} job={job} />
          <p className={promote['text']}>{t('bulk.leave')}</p>
          <div>
            <Button onClick={onDone}>{t('bulk.close')}</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Asking({
  app,
  button,
  selection,
  count,
  onClose,
  onBegun,
}: Omit<BulkPressDialogProps, 'onDone'> & { onBegun: (job: JobView) => void }) {
  const { t } = useTranslation('buttons')
  const { t: say } = useTranslation('statement')
  const { inputs: schema, does } = button
  const { begin, asked, value, setValue } = useBegin({ app, button, selection, onBegun })
  const issues = issuesOf(begin.error)
  const hasFailed = begin.isError && issues.length === 0 && openStatement(begin.error) === null
  const start = count === null ? t('bulk.confirmAll') : t('bulk.confirm', { count })
  return (
    <form
      className={promote['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        begin.mutate()
      }}
    >
      {button.confirm !== null && <p className={promote['text']}>{button.confirm}</p>}
      <p className={promote['text']}>{t('bulk.text')}</p>
      {asked !== null && <StatementText statement={asked} />}
      {asked === null && does !== null && <StatementText statement={does} first={t('bulk.does')} />}
      <ErrorSummary
        message={hasFailed ? describeError(begin.error).text : undefined}
        faults={issues.map(({ path, message }) => ({ label: labelAt(schema ?? {}, path), text: message }))}
      />
      {schema !== null && (
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setValue}
          issues={issues}
          disabled={begin.isPending}
        />
      )}
      <DialogActions
        onCancel={onClose}
        confirm={asked === null ? start : say('confirm')}
        loading={begin.isPending}
      />
    </form>
  )
}

function useBegin({
  app,
  button,
  selection,
  onBegun,
}: Pick<BulkPressDialogProps, 'app' | 'button' | 'selection'> & { onBegun: (job: JobView) => void }) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { inputs } = button
  const [value, setValue] = useState<JsonObject>(() => (inputs === null ? {} : startingValue(inputs)))
  const [asked, setAsked] = useState(button.statement)
  const begin = useMutation({
    mutationFn: () =>
      pressOnMany(tenantId, button.id, { records: selection, inputs: value, statement: asked?.id }),
    onSuccess: (job) => {
      followJob(client, tenantId, job, { quiet: true })
      onBegun(job)
    },
    // Published again while the dialog was open: the person confirms what it does now.
    onError: (error) => setAsked((before) => openStatement(error) ?? before),
    onSettled: () => client.invalidateQueries({ queryKey: buttonsQuery(tenantId, app.id).queryKey }),
  })
  return { begin, asked, value, setValue }
}
