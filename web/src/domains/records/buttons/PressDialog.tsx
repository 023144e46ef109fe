import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Statement } from '@caseloom/contract/kernel/statements'
import type { ButtonView, Started } from '@caseloom/contract/automation/triggers'
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
import promote from '../promote/Promote.module.css'
import { press } from './buttons.queries.ts'
import { buttonsQuery } from '../model/app-buttons.queries.ts'
import { issuesOf } from './press-issues.ts'

interface PressDialogProps {
  appId: string
  button: ButtonView
  /** What the person confirms with the start; null when there is nothing to. */
  statement: Statement | null
  /** What it does is shown even if it was confirmed before. */
  previews: boolean
  recordId: string
  onClose: () => void
  onStarted: (started: Started) => void
}

export function PressDialog(props: PressDialogProps) {
  const { appId, button, statement, previews, recordId, onClose, onStarted } = props
  const { t } = useTranslation('buttons')
  const { tenantId } = useTenantScope()
  const { t: say } = useTranslation('statement')
  const client = useQueryClient()
  const { inputs: schema } = button
  const [value, setValue] = useState<JsonObject>(() => (schema === null ? {} : startingValue(schema)))
  const [asked, setAsked] = useState(statement)
  const pressing = useMutation({
    mutationFn: () => press(tenantId, button.id, { recordId, inputs: value, statement: asked?.id }),
    onSuccess: onStarted,
    // Published again while the dialog was open: the person confirms what it does now.
    onError: (error) => setAsked((before) => openStatement(error) ?? before),
    onSettled: () => client.invalidateQueries({ queryKey: buttonsQuery(tenantId, appId).queryKey }),
  })
  const issues = issuesOf(pressing.error)
  const hasFailed = pressing.isError && issues.length === 0 && openStatement(pressing.error) === null
  const failure = hasFailed ? describeError(pressing.error) : null
  return (
    <Dialog onClose={onClose} title={button.label} size={480}>
      <form
        className={promote['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          pressing.mutate()
        }}
      >
        {button.confirm !== null && <p className={promote['text']}>{button.confirm}</p>}
        {asked !== null && <StatementText statement={asked} />}
        {asked === null && previews && <Preview button={button} />}
        <ErrorSummary
          message={failure?.text}
          requestId={failure?.requestId}
          faults={issues.map(({ path, message }) => ({ label: labelAt(schema ?? {}, path), text: message }))}
        />
        {schema !== null && (
          <SchemaForm
            schema={schema}
            value={value}
            onChange={setValue}
            issues={issues}
            disabled={pressing.isPending}
          />
        )}
        <DialogActions
          onCancel={onClose}
          confirm={asked === null ? t('run') : say('confirm')}
          loading={pressing.isPending}
          {...(schema === null ? { focus: 'confirm' as const } : {})}
        />
      </form>
    </Dialog>
  )
}

function Preview({ button: { does } }: Pick<PressDialogProps, 'button'>) {
  const { t } = useTranslation('buttons')
  if (does === null) return <p className={promote['text']}>{t('computes')}</p>
  return <StatementText statement={does} first={t('does')} />
}
