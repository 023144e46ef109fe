import type { AppView } from '@caseloom/contract/apps/apps'
import type { ClosingOutlook, Selection } from '@caseloom/contract/records/jobs'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import quick from '../quick/Close.module.css'
import { onCloseKey } from '../quick/close-keys.ts'
import { CloseFields } from '../quick/CloseFields.tsx'
import { CloseSummary } from '../quick/CloseSummary.tsx'
import classes from './Jobs.module.css'
import { useBulkClose } from './useBulkClose.ts'

const FAULTS_SHOWN = 8
const MAX_SUMMARY = 10_000

interface BulkCloseDialogProps {
  app: AppView
  selection: Selection
  /** Null when there are more results than were counted. */
  count: number | null
  onClose: () => void
  onBegun: () => void
}

/** Closes the selected records: asks once for what they require, and says which can't be closed. */
export function BulkCloseDialog(props: BulkCloseDialogProps) {
  const { t } = useTranslation('jobs')
  const { count, onClose } = props
  return (
    <Dialog
      size={560}
      onClose={onClose}
      title={count === null ? t('closing.titleAll') : t('closing.title', { count })}
    >
      <CloseAll {...props} />
    </Dialog>
  )
}

function CloseAll({ app, selection, onClose, onBegun }: BulkCloseDialogProps) {
  const { t } = useTranslation('jobs')
  const people = usePeople()
  const [summary, setSummary] = useState('')
  const { asking, query, begin, isValid } = useBulkClose({ app, records: selection, onBegun })
  const { isReady, byDigit, form, fields } = asking
  const failure = begin.error ?? query.error
  const isAtField = fields.some(({ key }) => form.errors[key] !== undefined)
  const outlook = query.data
  const isVoid = outlook === undefined || (outlook.closing === 0 && !outlook.hasMore)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isVoid && isValid && !begin.isPending) begin.mutate(summary)
  }
  return (
    <form className={quick.form} onSubmit={submit} noValidate>
      <div
        role="presentation"
        className={quick.form}
        onKeyDown={(event) => onCloseKey(event, byDigit, form.set)}
      >
        {failure !== null && !isAtField && <ErrorSummary message={describeError(failure).text} />}
        {(isReady || failure === null) && <CloseFields close={asking} appId={app.id} people={people} />}
        <CloseSummary
          key={String(isReady)}
          text={t('closing.summaryText')}
          hasFocus={isReady && byDigit === undefined}
          value={summary}
          onChange={setSummary}
          maxLength={MAX_SUMMARY}
        />
        {outlook !== undefined && <Outlook app={app} outlook={outlook} />}
        <DialogActions
          onCancel={onClose}
          loading={begin.isPending}
          disabled={isVoid || !isValid}
          confirm={
            <>
              {outlook === undefined || outlook.hasMore
                ? t('closing.confirmAll')
                : t('closing.confirm', { count: outlook.closing })}
              {'\u00a0'}
              <Kbd keys="Ctrl ↵" onAccent />
            </>
          }
        />
      </div>
    </form>
  )
}

function Outlook({ app, outlook }: { app: AppView; outlook: ClosingOutlook }) {
  const { t } = useTranslation('jobs')
  const { checked, hasMore, closing, closed, missing, blocked } = outlook
  const words = [
    closing === 0 ? t('closing.none') : t('closing.will', { count: closing }),
    closed === 0 ? '' : t('closing.already', { count: closed }),
    missing === 0 ? '' : t('closing.missing', { count: missing }),
    hasMore ? t('closing.first', { count: checked }) : '',
  ]
  return (
    <>
      <p className={classes.note} role="status">
        {words.filter((word) => word !== '').join(' ')}
      </p>
      {blocked > 0 && <Blocked app={app} outlook={outlook} />}
      {closing > 0 && <p className={classes.note}>{t('closing.undo')}</p>}
    </>
  )
}

/** Which records can't be closed, and why. */
function Blocked({ app, outlook }: { app: AppView; outlook: ClosingOutlook }) {
  const { t } = useTranslation('jobs')
  const scope = useTenantScope()
  const shown = outlook.faults.slice(0, FAULTS_SHOWN)
  const more = outlook.blocked - shown.length
  const title = t('closing.blocked', { count: outlook.blocked })
  return (
    <div>
      <p className={quick.blocked}>{title}</p>
      <ul className={classes.faults} aria-label={title}>
        {shown.map(({ record, recordId, title: name, issues }) => (
          <li key={recordId}>
            <Link to={paths.record(scope, app.id, recordId)}>{record}</Link> {name}
            {': '}
            {issues.map((issue) => reasonOf(app, issue)).join('; ')}
          </li>
        ))}
        {more > 0 && <li>{t('closing.more', { count: more })}</li>}
      </ul>
    </div>
  )
}

/** A reason that names tasks needs no field before it. */
function reasonOf(app: AppView, { code, path, message }: Issue): string {
  const field = app.fields.find(({ key }) => key === path.at(-1))
  return field === undefined || code === 'tasks_open' ? message : `${field.label}: ${message}`
}
