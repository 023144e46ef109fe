import { Button, FileButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminKeys } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatBytes } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import styles from './Branding.module.css'
import { LOGO_TYPES, logoFault } from './logo-file.ts'
import { removeLogo, saveLogo } from './tenancy-admin.queries.ts'

export function LogoSection({ logo }: { logo: Blob | null }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const shown = file ?? logo
  const refresh = () => client.invalidateQueries({ queryKey: adminKeys.branding(accountId) })
  const mutation = useMutation({
    mutationFn: (chosen: File) => saveLogo(accountId, chosen),
    onSuccess: async () => {
      await refresh()
      setFile(null)
      toast({ kind: 'success', title: t('branding.uploaded') })
    },
  })
  const take = (chosen: File | null | undefined) => {
    mutation.reset()
    if (!chosen) return
    const problem = logoFault(chosen)
    setFault(
      problem === null
        ? null
        : t(`branding.${problem}`, { name: chosen.name, size: formatBytes(chosen.size) }),
    )
    setFile(problem === null ? chosen : null)
  }
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <SettingsSection title={t('branding.logoTitle')} text={t('branding.logoText')}>
      <ErrorSummary message={fault ?? failure?.text} requestId={failure?.requestId} />
      <LogoPreview take={take} shown={shown} file={file} setFault={setFault} setFile={setFile} logo={logo} />
      <LogoButtons
        file={file}
        mutation={mutation}
        setFile={setFile}
        logo={logo}
        setIsRemoving={setIsRemoving}
      />
      {isRemoving && <RemoveLogo accountId={accountId} setIsRemoving={setIsRemoving} refresh={refresh} />}
    </SettingsSection>
  )
}

interface DropZoneProps {
  onFile: (file: File | undefined) => void
  children: React.ReactNode
}

function DropZone({ onFile, children }: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  return (
    <div
      className={styles.drop}
      data-over={isDraggedOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDraggedOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      {children}
    </div>
  )
}

interface BlobImageProps {
  image: Blob
  alt: string
  onError: () => void
}

/** An image in memory; its URL is revoked on unmount. */
function BlobImage({ image, alt, onError }: BlobImageProps) {
  const element = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(image)
    if (element.current !== null) element.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [image])
  return <img ref={element} className={styles.image} alt={alt} onError={onError} />
}

interface LogoPreviewProps {
  take: (chosen: File | null | undefined) => void
  shown: Blob | null
  file: File | null
  setFault: (next: string | null) => void
  setFile: (next: File | null) => void
  logo: Blob | null
}

function LogoPreview({ take, shown, file, setFault, setFile, logo }: LogoPreviewProps) {
  const { t } = useTranslation('admin')
  return (
    <DropZone onFile={take}>
      {shown === null ? (
        <IconPhoto size={32} stroke={1.2} aria-hidden color="var(--cl-text-tertiary)" />
      ) : (
        <BlobImage
          image={shown}
          alt={t(file === null ? 'branding.current' : 'branding.preview')}
          onError={() => {
            if (file === null) return
            setFault(t('branding.broken', { name: file.name }))
            setFile(null)
          }}
        />
      )}
      <span className={styles.words}>
        <span className={classes.row}>
          {t('branding.drop')}
          <FileButton accept={LOGO_TYPES.join(',')} onChange={take}>
            {(props) => (
              <Button {...props}>{t(shown === null ? 'branding.choose' : 'branding.replace')}</Button>
            )}
          </FileButton>
        </span>
        <span className={classes.quiet}>{t('branding.types')}</span>
        {logo === null && file === null && <span className={classes.quiet}>{t('branding.none')}</span>}
      </span>
    </DropZone>
  )
}

interface LogoButtonsProps {
  file: File | null
  mutation: { isPending: boolean; mutate: (file: File) => void }
  setFile: (next: File | null) => void
  logo: Blob | null
  setIsRemoving: (next: boolean) => void
}

function LogoButtons({ file, mutation, setFile, logo, setIsRemoving }: LogoButtonsProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.row}>
      {file !== null && (
        <>
          <Button variant="filled" loading={mutation.isPending} onClick={() => mutation.mutate(file)}>
            {t('branding.upload')}
          </Button>
          <Button onClick={() => setFile(null)}>{t('branding.discard')}</Button>
        </>
      )}
      {file === null && logo !== null && (
        <Button onClick={() => setIsRemoving(true)}>{t('branding.remove')}</Button>
      )}
    </div>
  )
}

interface RemoveLogoProps {
  accountId: string
  setIsRemoving: (next: boolean) => void
  refresh: () => Promise<void>
}

function RemoveLogo({ accountId, setIsRemoving, refresh }: RemoveLogoProps) {
  const { t } = useTranslation('admin')
  return (
    <ConfirmDialog
      title={t('branding.removeTitle')}
      text={t('branding.removeText')}
      confirm={t('branding.removeConfirm')}
      danger
      run={() => removeLogo(accountId)}
      describe={describeError}
      onClose={() => setIsRemoving(false)}
      onDone={() => {
        setIsRemoving(false)
        toast({ kind: 'success', title: t('branding.removed') })
        void refresh()
      }}
    />
  )
}
