import type { AppView } from '@caseloom/contract/apps/apps'
import { MAX_FILE_BYTES } from '@caseloom/contract/field-types/attachment'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import classes from './Files.module.css'
import { FileInput } from './FileInput.tsx'
import { FilesTable, type PlacedFile } from './FilesTable.tsx'
import { filesEn } from './files.en.ts'
import { attach, recordFilesQuery, takeOff } from './files.queries.ts'
import { fileSize } from './file-size.ts'
import { UploadList } from './UploadList.tsx'
import { useFileOpen } from './FileOpen.tsx'
import { useUploads } from './useUploads.ts'

addTexts('files', filesEn)

export function RecordFiles({ app, recordId }: { app: AppView; recordId: string }) {
  const { t } = useTranslation('files')
  const { tenantId } = useTenantScope()
  const place = { tenantId, appId: app.id, recordId }
  const client = useQueryClient()
  const query = useQuery(recordFilesQuery(place))
  const opening = useFileOpen(place)
  const [leaving, setLeaving] = useState<PlacedFile | null>(null)
  const again = () => client.invalidateQueries({ queryKey: keys.one(tenantId, 'records', recordId, 'files') })
  const sayLost = (name: string, text: string) =>
    toast({ kind: 'error', title: t('notAdded', { name }), text })
  const uploads = useUploads(({ id, name }) => {
    attach(place, [id]).then(again, (error: unknown) => sayLost(name, describeError(error).text))
  }, sayLost)
  if (query.isError && query.data === undefined)
    return (
      <StateCard
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const { items = [], can = { attach: false } } = query.data ?? {}
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (!can.attach || files.length === 0) return
    event.preventDefault()
    uploads.add(files)
  }
  return (
    <div className={classes.wrap} onPaste={onPaste}>
      {can.attach && (
        <div className={classes.zone}>
          <FileInput onFiles={uploads.add}>
            <span className={classes.hint}>
              {t('drop')} {t('dropHint', { most: fileSize(MAX_FILE_BYTES) })}
            </span>
          </FileInput>
          <UploadList uploads={uploads} />
        </div>
      )}
      {!query.isPending && items.length === 0 && <p className={classes.hint}>{t('none')}</p>}
      {items.length > 0 && (
        <FilesTable
          app={app}
          files={items}
          onOpen={opening.open}
          onDownload={opening.download}
          onRemove={setLeaving}
        />
      )}
      {opening.preview}
      {leaving !== null && (
        <RemoveDialog
          file={leaving}
          onClose={() => setLeaving(null)}
          onRemove={async () => {
            await takeOff(place, leaving.id)
            await again()
          }}
        />
      )}
    </div>
  )
}

interface RemoveDialogProps {
  file: PlacedFile
  onClose: () => void
  onRemove: () => Promise<void>
}

function RemoveDialog({ file, onClose, onRemove }: RemoveDialogProps) {
  const { t } = useTranslation('files')
  const mutation = useMutation({ mutationFn: onRemove, onSuccess: onClose })
  return (
    <Dialog onClose={onClose} size={420} title={t('removeTitle', { name: file.name })}>
      <p className={classes.dialogText}>{t('removeText')}</p>
      {mutation.isError && <ErrorSummary message={describeError(mutation.error).text} />}
      <DialogActions
        cancel={t('keep')}
        onCancel={onClose}
        confirm={t('removeConfirm')}
        onConfirm={() => mutation.mutate()}
        loading={mutation.isPending}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
