import type { AppView } from '@caseloom/contract/apps/apps'
import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
import type { RecordView } from '@caseloom/contract/records/records'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { sendComment } from '../comments/comments.queries.ts'
import { addToDraft, takeFromDraft } from '../comments/useDraft.ts'
import { type ConflictedSave, Conflicts } from '../model/Conflicts.tsx'
import { recordQuery } from '../model/records.queries.ts'
import { useSaveRecord } from '../model/useSaveRecord.ts'
import { BlockingTasks } from './BlockingTasks.tsx'
import classes from './Close.module.css'
import { openTasks } from './close-fields.ts'
import { CloseFields } from './CloseFields.tsx'
import { CloseSummary } from './CloseSummary.tsx'
import { quickEn } from './quick.en.ts'
import { UNDO_MS, undoChange } from './undo-change.ts'
import { type CloseForm, type ClosingState, useCloseForm } from './useCloseForm.ts'
import type { SavedChange } from './useSavedNotice.ts'

addTexts('quick', quickEn)

/** How long a summary that couldn't be saved can be sent again from its notice. */
const RETRY_MS = 60_000

interface CloseDialogProps {
  app: AppView
  recordId: string
  to: ClosingState
  /** What is shown once the record is closed. */
  then: string | undefined
  onClose: () => void
  onClosed: () => void
}

/** Closes a record in one step: asks for what the app requires of closed records, and names the tasks that are open. */
export function CloseDialog(props: CloseDialogProps) {
  const { t } = useTranslation('quick')
  const { tenantId } = useTenantScope()
  const { data: record } = useQuery(recordQuery(tenantId, props.app.id, props.recordId))
  return (
    <Dialog
      size={560}
      onClose={props.onClose}
      title={record === undefined ? t('close.action') : t('close.title', { id: record.trackingId })}
    >
      {record !== undefined && <CloseRecord {...props} record={record} />}
    </Dialog>
  )
}

function CloseRecord(props: CloseDialogProps & { record: RecordView }) {
  const { t } = useTranslation('quick')
  const { app, record, to, then, onClose, onClosed } = props
  const { tenantId } = useTenantScope()
  const people = usePeople()
  const close = useCloseForm(app, record, to)
  const [summary, setSummary] = useState('')
  const end = useEnd(app, record)
  // The page may show the closed record by then.
  const onSaved = (change: SavedChange) => {
    end({ ...change, summary })
    onClose()
    onClosed()
  }
  const saving = useSaveRecord({ tenantId, app, record, form: close.form, onSaved })
  const tasks = openTasks(app, record)
  const required = tasks.filter(({ task }) => task.required).length
  const form = useRef<HTMLFormElement>(null)
  const focusFirst = () => form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (required === 0 && close.isReady && !saving.saving) saving.save()
  }
  return (
    <>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <div role="presentation" className={classes.form} onKeyDown={close.onKeyDown}>
          <Faults failure={saving.failure} faults={close.otherFaults} />
          <CloseFields close={close} appId={app.id} people={people} />
          <CloseSummary
            key={String(close.isReady)}
            text={t('close.summaryText')}
            hasFocus={close.isReady && close.byDigit === undefined}
            value={summary}
            onChange={setSummary}
          />
          <BlockingTasks record={record} tasks={tasks} people={people} onEnded={focusFirst} />
          <CloseActions
            required={required}
            then={then}
            isReady={close.isReady}
            onCancel={onClose}
            loading={saving.saving}
          />
        </div>
      </form>
      <Conflicts app={app} saving={keepingState(saving, to)} people={people} />
    </>
  )
}

/** Without its state, the record would be saved and not closed: taking theirs saves nothing yet. */
function keepingState(saving: ConflictedSave, to: ClosingState): ConflictedSave {
  const resolve: ConflictedSave['resolve'] = (choices) =>
    choices[to.field] === 'theirs' ? saving.closeConflicts() : saving.resolve(choices)
  return { ...saving, resolve }
}

function Faults({ failure, faults }: { failure: ErrorText | null; faults: CloseForm['otherFaults'] }) {
  return <ErrorSummary message={failure?.text} requestId={failure?.requestId} faults={faults} />
}

interface CloseActionsProps {
  /** Required tasks that are open. */
  required: number
  then: string | undefined
  isReady: boolean
  onCancel: () => void
  loading: boolean
}

function CloseActions({ required, then, isReady, ...actions }: CloseActionsProps) {
  const { t } = useTranslation('quick')
  return (
    <>
      <Outlook required={required} then={then} />
      <DialogActions
        {...actions}
        disabled={required > 0 || !isReady}
        confirm={
          <>
            {t('close.action')}
            {'\u00a0'}
            <Kbd keys="Ctrl ↵" onAccent />
          </>
        }
      />
    </>
  )
}

/** Why the record can't be closed yet, or what comes then. */
function Outlook({ required, then }: { required: number; then: string | undefined }) {
  const { t } = useTranslation('quick')
  if (required > 0)
    return (
      <p className={classes.blocked} role="status">
        {t('close.blocked', { count: required })}
      </p>
    )
  return then === undefined ? null : <p className={classes.note}>{then}</p>
}

/** After a record was closed: its summary becomes a comment, and the notice reopens it. */
function useEnd(app: AppView, record: RecordView) {
  const { t } = useTranslation('quick')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const send = useSendSummary(app, record)
  return ({ summary, ...change }: SavedChange & { summary: string }) => {
    if (summary.trim() !== '') void send(paragraphs(summary))
    toast({
      kind: 'success',
      title: t('close.done', { id: change.saved.trackingId }),
      for: UNDO_MS,
      action: {
        label: t('close.reopen'),
        run: () => void undoChange(client, { tenantId, app, ...change }),
      },
    })
  }
}

/** Sends the summary once the dialog is gone; one that isn't saved becomes the draft of a comment on the record. */
function useSendSummary(app: AppView, { id, trackingId }: RecordView) {
  const { t } = useTranslation('quick')
  const { tenantId, userId } = useTenantScope()
  const client = useQueryClient()
  const place = { userId, tenantId, appId: app.id, recordId: id, field: null }
  const send = async (html: string, isDraft = false): Promise<void> => {
    try {
      await sendComment(place, { body: html, files: [], replyTo: null })
      if (isDraft) takeFromDraft(place, html)
      await client.invalidateQueries({ queryKey: keys.one(tenantId, 'records', id) })
    } catch (error) {
      const isStored = isDraft || addToDraft(place, html)
      const reason = describeError(error).text
      toast({
        kind: 'error',
        title: t('close.summaryFailed', { id: trackingId }),
        text: isStored ? `${reason} ${t('close.summaryDraft')}` : reason,
        for: RETRY_MS,
        action: { label: t('close.retry'), run: () => void send(html, isStored) },
      })
    }
  }
  return send
}

function paragraphs(text: string): string {
  const lines = text.trim().split(/\n+/)
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
}
