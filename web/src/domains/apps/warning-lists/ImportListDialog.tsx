import type { Issue } from '@caseloom/contract/kernel/errors'
import { WARNING_LIST_LIMITS, type WarningListSummary } from '@caseloom/contract/records/warning-lists'
import { FileInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './WarningLists.module.css'
import { importFile, refreshLists } from './warning-lists.queries.ts'

interface ImportListDialogProps {
  /** The list that the file replaces; absent for a new one. */
  list?: WarningListSummary
  onClose: () => void
}

/** Imports a file in the format of MISP: all of it, or nothing with every fault. */
export function ImportListDialog({ list, onClose }: ImportListDialogProps) {
  const { t } = useTranslation('warning-lists')
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setIsTried] = useState(false)
  const importing = useImporting(list, onClose)
  const issues = importing.error instanceof ApiError ? importing.error.issues : []
  const failure = importing.isError ? describeError(importing.error) : null
  const isTooBig = file !== null && file.size > WARNING_LIST_LIMITS.bytes
  const fault = isTooBig ? t('file.tooBig') : isTried && file === null ? t('file.needFile') : undefined
  const title = list === undefined ? t('file.title') : t('file.replaceTitle', { name: list.name })
  return (
    <Dialog onClose={onClose} title={title} size={560}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (file !== null && !isTooBig && !importing.isPending) importing.mutate(file)
        }}
      >
        <ErrorSummary
          message={failure?.text}
          faults={issues.map((issue) => ({ label: placeOf(t, issue), text: issue.message }))}
          requestId={issues.length > 0 ? undefined : failure?.requestId}
        />
        <p className={classes.note}>{t(list === undefined ? 'file.text' : 'file.replaceText')}</p>
        <FileInput
          label={t('file.choose')}
          placeholder={t('file.choose')}
          accept=".json,application/json"
          value={file}
          error={fault}
          onChange={(next) => {
            importing.reset()
            setFile(next)
          }}
        />
        <DialogActions onCancel={onClose} confirm={t('file.start')} loading={importing.isPending} />
      </form>
    </Dialog>
  )
}

function useImporting(list: WarningListSummary | undefined, onDone: () => void) {
  const { t } = useTranslation('warning-lists')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => importFile(tenantId, file, list?.id),
    onSuccess: ({ name, entryCount }) => {
      refreshLists(client, tenantId)
      toast({ kind: 'success', title: t('file.done', { name, count: entryCount }) })
      onDone()
    },
  })
}

/** The property of the file, in its own words: people look it up there. */
function placeOf(t: TFunction<'warning-lists'>, { path: [, property, entry] }: Issue): string {
  if (property === 'list' && typeof entry === 'number') return t('file.entry', { entry: entry + 1 })
  return property === undefined ? t('file.whole') : String(property)
}
