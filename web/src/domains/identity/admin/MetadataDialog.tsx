import { Button, FileButton, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { readMetadata } from './sso.queries.ts'
import type { SamlDraft } from './sign-in-draft.ts'

interface MetadataDialogProps {
  onRead: (part: Pick<SamlDraft, 'idpEntityId' | 'idpSsoUrl' | 'idpCertificates'>) => void
  onClose: () => void
}

/** Fills the form; saves nothing. */
export function MetadataDialog({ onRead, onClose }: MetadataDialogProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [xml, setXml] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const mutation = useMutation({
    mutationFn: () => readMetadata(accountId, xml),
    onSuccess: (read) => {
      onRead(read)
      toast({ kind: 'success', title: t('signIn.metadataDone') })
      onClose()
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={t('signIn.metadataTitle')} size={560}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog is inside the settings form.
          event.stopPropagation()
          setIsMissing(xml.trim() === '')
          if (xml.trim() !== '') mutation.mutate()
        }}
      >
        <p className={classes.dialogText}>{t('signIn.metadataText')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <div>
          <FileButton
            accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
            onChange={(file) => void file?.text().then(setXml)}
          >
            {(props) => <Button {...props}>{t('signIn.metadataFile')}</Button>}
          </FileButton>
        </div>
        <Textarea
          label={t('signIn.metadataXml')}
          value={xml}
          onChange={(event) => setXml(event.currentTarget.value)}
          rows={8}
          spellCheck={false}
          error={isMissing && xml.trim() === '' ? t('signIn.metadataMissing') : undefined}
          data-autofocus
        />
        <DialogActions onCancel={onClose} confirm={t('signIn.metadataRead')} loading={mutation.isPending} />
      </form>
    </Dialog>
  )
}
