import { MAX_LICENSE_LENGTH } from '@caseloom/contract/tenancy/license-file'
import type { LicenseView } from '@caseloom/contract/tenancy/licensing'
import { Button, FileButton, Loader, Modal } from '@mantine/core'
import {
  IconAlertCircle,
  IconFileCertificate,
  IconCircleCheck,
  IconRestore,
  IconUpload,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../data/api-error.ts'
import { describeError } from '../data/describe-error.ts'
import { restoreFormerLicense, sendLicense } from '../data/license.ts'
import { addTexts } from '../ui/text/i18n.ts'
import { formatBytes } from '../ui/time.ts'
import classes from './LicenseDialog.module.css'
import { LicenseFacts } from './LicenseFacts.tsx'
import { licenseEn } from './license.en.ts'

addTexts('license', licenseEn)

interface LicenseDialogProps {
  license: LicenseView
  name: string
  onDismiss: () => void
}

/** Can only be closed with a valid license: explains what is wrong with the current one, and accepts another. */
export function LicenseDialog({ license, name, onDismiss }: LicenseDialogProps) {
  const { t } = useTranslation('license')
  const content = useRef<HTMLDivElement>(null)
  const upload = useUpload()
  const restore = useRestore()
  const isValid = license.licenseId !== null && license.isValid === true
  const state = isValid ? 'valid' : license.licenseId === null ? 'none' : 'invalid'
  const lead = isValid ? (upload.isSuccess ? t('uploaded', { name }) : t('fine')) : t('needed')
  return (
    <Modal.Root
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      radius="lg"
      size="var(--cl-dialog-size)"
      transitionProps={{ duration: 120, transition: 'fade' }}
      zIndex="var(--cl-z-licence-dialog)"
      // A click outside would take the focus out of the dialog.
      onMouseDown={(event) => {
        if (event.target instanceof Node && content.current?.contains(event.target) !== true)
          event.preventDefault()
      }}
    >
      <Modal.Overlay color="var(--cl-scrim)" backgroundOpacity={1} />
      <Modal.Content ref={content}>
        <Modal.Header className={classes.header}>
          <span className={classes.icon}>
            <IconFileCertificate size={18} stroke={1.6} aria-hidden />
          </span>
          <div>
            <Modal.Title className={classes.title}>{t('title')}</Modal.Title>
            <p className={classes.lead}>{lead}</p>
          </div>
        </Modal.Header>
        <Modal.Body className={classes.body}>
          <Notes state={state} refusal={upload.refusal ?? restore.refusal} />
          <LicenseFacts key={`${license.licenseId} ${license.isValid}`} license={license} />
        </Modal.Body>
        <Footer isValid={isValid} upload={upload} restore={restore} onDismiss={onDismiss} />
      </Modal.Content>
    </Modal.Root>
  )
}

interface NotesProps {
  state: 'valid' | 'invalid' | 'none'
  refusal: string | null
}

function Notes({ state, refusal }: NotesProps) {
  const { t } = useTranslation('license')
  const isValid = state === 'valid'
  return (
    <>
      <p className={classes.tip} data-valid={isValid || undefined} role={isValid ? 'status' : 'alert'}>
        {isValid ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertCircle size={16} aria-hidden />}
        {t(state)}
      </p>
      {refusal !== null && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

interface FooterProps {
  isValid: boolean
  upload: ReturnType<typeof useUpload>
  restore: ReturnType<typeof useRestore>
  onDismiss: () => void
}

function Footer({ isValid, upload, restore, onDismiss }: FooterProps) {
  const { t } = useTranslation('license')
  return (
    <footer className={classes.footer}>
      <span className={classes.hint}>
        {t('hint', { size: formatBytes(MAX_LICENSE_LENGTH).replace(' ', '\u00a0') })}
      </span>
      {!isValid && (
        <Button
          variant="default"
          size="sm"
          title={t('restoreHint')}
          onClick={restore.isPending ? undefined : restore.run}
          aria-busy={restore.isPending}
          leftSection={<IconRestore size={15} stroke={1.8} aria-hidden />}
        >
          {t('restore')}
        </Button>
      )}
      <UploadButton isValid={isValid} upload={upload} />
      {isValid && (
        <Button ref={takeFocus} variant="filled" size="sm" onClick={onDismiss}>
          {t('dismiss')}
        </Button>
      )}
    </footer>
  )
}

function UploadButton({ isValid, upload }: Pick<FooterProps, 'isValid' | 'upload'>) {
  const { t } = useTranslation('license')
  return (
    <FileButton onChange={upload.take} resetRef={upload.reset} accept=".lic,.jws,.jwt,.txt,text/plain">
      {({ onClick }) => (
        <Button
          ref={isValid ? undefined : takeFocus}
          // The dialog would focus its first button, which restores.
          data-autofocus={isValid ? undefined : true}
          variant={isValid ? 'default' : 'filled'}
          size="sm"
          // Never disabled: that would drop the focus out of the dialog.
          onClick={upload.isPending ? undefined : onClick}
          aria-busy={upload.isPending}
          leftSection={
            upload.isPending ? (
              <Loader size={14} color="currentColor" aria-label={t('uploading')} />
            ) : (
              <IconUpload size={15} stroke={1.8} aria-hidden />
            )
          }
        >
          {t('upload')}
        </Button>
      )}
    </FileButton>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** `refusal` is the server's objection, in words. */
function useUpload() {
  const { t } = useTranslation('license')
  const client = useQueryClient()
  const reset = useRef<() => void>(null)
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (file: File) => sendLicense(client, file),
    // The same file, once fixed, must be accepted again.
    onSettled: () => reset.current?.(),
  })
  const refusal = error === null ? null : t('refused', { reason: reasonOf(error) })
  const take = (file: File | null) => file !== null && mutate(file)
  return { take, reset, isPending, isSuccess: isSuccess && error === null, refusal }
}

function useRestore() {
  const { t } = useTranslation('license')
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({ mutationFn: () => restoreFormerLicense(client) })
  const refusal = error === null ? null : t('notRestored', { reason: reasonOf(error) })
  return { run: () => mutate(), isPending, refusal }
}

function reasonOf(error: Error): string {
  const issue = error instanceof ApiError ? error.issues[0]?.message : undefined
  return (issue ?? describeError(error).text).replace(/\.$/, '')
}
