import type { Issue } from '@caseloom/contract/kernel/errors'
import { Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './Builder.module.css'
import { useBuilder } from './model/builder-context.ts'
import { keepPlaybook, publishDraft, publishWarnings } from './model/builder.queries.ts'
import { ChangeList } from './ChangeList.tsx'
import { changesBetween } from './model/diff.ts'
import { testsOf } from './model/saved-tests.ts'

interface PublishDialogProps {
  /** Server revision once everything is sent. */
  revision: () => number
  onClose: () => void
}

export function PublishDialog({ revision, onClose }: PublishDialogProps) {
  const { t } = useTranslation('builder')
  const { tenantId } = useTenantScope()
  const { playbook, document: draft, flush } = useBuilder()
  const version = (playbook.publishedVersion ?? 0) + 1
  const changes = useChanges()
  const [note, setNote] = useState('')
  const warnings = useQuery(publishWarnings(tenantId, playbook.id, flush)).data ?? []
  const [reason, setReason] = useState('')
  const publish = usePublish({ flush, playbook, revision, note, reason, onClose })
  // Stays while the reason is sent, and after any other failure.
  const [isRefused, setRefused] = useState(false)
  return (
    <Dialog onClose={onClose} title={t('publish.title', { version })} size={640}>
      <PublishFailure error={publish.error} />
      <Before isFirst={changes === null} tests={testsOf(draft).length} />
      <LongText
        label={t('publish.note')}
        description={t('publish.noteHelp')}
        maxLength={2_000}
        value={note}
        onChange={setNote}
      />
      {isRefused && (
        <LongText
          label={t('publish.testsReason')}
          description={t('publish.testsReasonHelp')}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      )}
      {warnings.length > 0 && <Warnings issues={warnings} />}
      {changes !== null && <ChangeList changes={changes} />}
      <DialogActions
        onCancel={onClose}
        confirm={t(isRefused ? 'publish.anyway' : 'publish.title', { version })}
        onConfirm={() =>
          publish.mutate(undefined, { onError: (error) => hasFailingTests(error) && setRefused(true) })
        }
        loading={publish.isPending}
        disabled={isRefused && reason.trim() === ''}
        focus="confirm"
        apart
      />
    </Dialog>
  )
}

/** What publishing does. */
function Before({ isFirst, tests }: { isFirst: boolean; tests: number }) {
  const { t } = useTranslation('builder')
  return (
    <p className={classes.dialogText}>
      {t(isFirst ? 'publish.first' : 'publish.running')}
      {tests > 0 && ` ${t('publish.tests', { count: tests })}`}
    </p>
  )
}

/** Of the draft since the last version; null before the first one. */
function useChanges() {
  const { playbook, document: draft } = useBuilder()
  return useMemo(
    () => (playbook.published === null ? null : changesBetween(playbook.published, draft)),
    [playbook.published, draft],
  )
}

/** Failing tests have their own field below. */
function PublishFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('builder')
  const failure = error === null ? null : describeError(error)
  const issues: readonly Issue[] = error instanceof ApiError && !hasFailingTests(error) ? error.issues : []
  return (
    <ErrorSummary
      {...(failure === null ? {} : { message: `${t('publish.failed')}. ${failure.text}` })}
      faults={issues.map(({ path, message }) => ({ label: path.join('.'), text: message }))}
      requestId={failure?.requestId}
    />
  )
}

function hasFailingTests(error: unknown): boolean {
  return hasCode(error, 'playbook.tests_failed')
}

interface LongTextProps {
  label: string
  description: string
  maxLength: number
  value: string
  onChange: (value: string) => void
}

function LongText({ onChange, ...props }: LongTextProps) {
  return (
    <Textarea
      {...props}
      className={classes.publishNote ?? ''}
      autosize
      minRows={2}
      maxRows={8}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface PublishInput {
  flush: ReturnType<typeof useBuilder>['flush']
  playbook: ReturnType<typeof useBuilder>['playbook']
  revision: () => number
  note: string
  /** Why it is published although tests fail; empty for none. */
  reason: string
  onClose: () => void
}

function usePublish({ flush, playbook, revision, note, reason, onClose }: PublishInput) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { t } = useTranslation('builder')
  const publish = useMutation({
    mutationFn: async () => {
      // Not fully sent: the bar says why, and nothing older is published instead.
      if (!(await flush())) return null
      const why = reason.trim() === '' ? {} : { testsReason: reason.trim() }
      return publishDraft(tenantId, playbook.id, { revision: revision(), note: note.trim(), ...why })
    },
    onSuccess: (published) => {
      if (published !== null) {
        keepPlaybook(client, tenantId, published)
        toast({ kind: 'success', title: t('publish.done', { version: published.publishedVersion }) })
      }
      onClose()
    },
  })
  return publish
}

/** What publishing allows but may fail in a run. */
function Warnings({ issues }: { issues: readonly Issue[] }) {
  const { t } = useTranslation('builder')
  return (
    <section className={classes.warnings} aria-labelledby="publish-warnings">
      <h3 id="publish-warnings" className={classes.warningsTitle}>
        <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
        {t('publish.warnings', { count: issues.length })}
      </h3>
      <ul>
        {issues.map(({ path, message }) => (
          <li key={`${path.join('.')} ${message}`}>
            {message}
            <code>{path.join('.')}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
