import type { LicenseView } from '@caseloom/contract/tenancy/licensing'
import { MAX_LICENSE_LENGTH } from '@caseloom/contract/tenancy/license-file'
import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { restoreFormerLicense, lacksLicense, licenseQuery, sendLicense } from '../../data/license.ts'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { FactList } from '../../ui/admin/DockPanel.tsx'
import { SettingsSection } from '../../ui/admin/Settings.tsx'
import classes from '../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { State } from '../../ui/glyphs/State.tsx'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { DateTime } from '../../ui/Times.tsx'
import { formatBytes, formatCount } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { licensePageEn } from './license-page.en.ts'
import { takeLicenseAway } from './licensing.queries.ts'

addTexts('admin', licensePageEn)

export function LicensePage() {
  const { t } = useTranslation('admin')
  const query = useQuery(licenseQuery)
  usePageTitle(t('license.title'), t('shell.title'))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('license.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('license.title')} />
      <Content>
        {query.data !== undefined && (
          <div className={classes.page} style={{ height: '100%', overflowY: 'auto' }}>
            <SettingsSection title={t('license.stateTitle')} text={t('license.stateText')}>
              <LicenseFactList license={query.data} />
            </SettingsSection>
            <SettingsSection
              title={t('license.changeTitle')}
              text={t('license.changeText', { size: formatBytes(MAX_LICENSE_LENGTH) })}
            >
              <ChangeLicense
                hasLicense={query.data.licenseId !== null}
                isLacking={lacksLicense(query.data)}
              />
            </SettingsSection>
          </div>
        )}
      </Content>
    </PageFrame>
  )
}

function LicenseFactList({ license }: { license: LicenseView }) {
  const { t } = useTranslation('admin')
  const { licenseId, details, isValid } = license
  if (licenseId === null) return <State state="failed">{t('license.none')}</State>
  const state = isValid === null ? 'pending' : isValid ? 'done' : 'failed'
  const word = isValid === null ? 'unchecked' : isValid ? 'valid' : 'invalid'
  return (
    <FactList
      facts={[
        [
          t('license.facts.state'),
          <State key="state" state={state}>
            {t(`license.${word}`)}
          </State>,
        ],
        [
          t('license.facts.id'),
          <code key="id" className={classes.mono}>
            {licenseId}
          </code>,
        ],
        ...(details === null
          ? []
          : ([
              [t('license.facts.issuedTo'), details.issuedTo],
              [t('license.facts.validFrom'), <DateTime key="from" at={details.validFrom} />],
              [
                t('license.facts.validUntil'),
                details.validUntil === null ? (
                  t('license.forEver')
                ) : (
                  <DateTime key="until" at={details.validUntil} />
                ),
              ],
              ...Object.entries(details.limits).map(
                ([name, value]) =>
                  [
                    Object.hasOwn(licensePageEn.license.limits, name) ? t(`license.limits.${name}`) : name,
                    formatCount(value),
                  ] as const,
              ),
            ] as const)),
      ]}
    />
  )
}

function ChangeLicense({ hasLicense, isLacking }: { hasLicense: boolean; isLacking: boolean }) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const reset = useRef<() => void>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) => sendLicense(client, file),
    onSuccess: () => toast({ kind: 'success', title: t('license.uploaded') }),
    // The same file, once fixed, must be accepted again.
    onSettled: () => reset.current?.(),
  })
  const restore = useMutation({
    mutationFn: () => restoreFormerLicense(client),
    onSuccess: () => toast({ kind: 'success', title: t('license.restored') }),
  })
  return (
    <>
      {restore.isError && (
        <ErrorSummary message={t('license.notRestored', { reason: reasonOf(restore.error) })} />
      )}
      {upload.isError && <ErrorSummary message={t('license.refused', { reason: reasonOf(upload.error) })} />}
      <LicenseButtons
        reset={reset}
        upload={upload}
        isLacking={isLacking}
        restore={restore}
        hasLicense={hasLicense}
        setIsRemoving={setIsRemoving}
      />
      {isRemoving && (
        <ConfirmDialog
          title={t('license.removeTitle')}
          text={t('license.removeText')}
          confirm={t('license.removeConfirm')}
          danger
          run={() => takeLicenseAway(client)}
          describe={describeError}
          onClose={() => setIsRemoving(false)}
          onDone={() => {
            setIsRemoving(false)
            toast({ kind: 'success', title: t('license.removed') })
          }}
        />
      )}
    </>
  )
}

function reasonOf(error: Error): string {
  return (error instanceof ApiError ? error.issues[0]?.message : undefined) ?? describeError(error).text
}

interface LicenseButtonsProps {
  reset: RefObject<(() => void) | null>
  upload: { isPending: boolean; mutate: (file: File) => void }
  isLacking: boolean
  restore: { isPending: boolean; mutate: () => void }
  hasLicense: boolean
  setIsRemoving: (next: boolean) => void
}

function LicenseButtons({
  reset,
  upload,
  isLacking,
  restore,
  hasLicense,
  setIsRemoving,
}: LicenseButtonsProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.row}>
      <FileButton
        resetRef={reset}
        accept=".lic,.jws,.jwt,.txt,text/plain"
        onChange={(file) => file !== null && upload.mutate(file)}
      >
        {(props) => (
          <Button
            {...props}
            variant="filled"
            loading={upload.isPending}
            leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}
          >
            {t('license.upload')}
          </Button>
        )}
      </FileButton>
      {isLacking && (
        <Button loading={restore.isPending} onClick={() => restore.mutate()}>
          {t('license.restore')}
        </Button>
      )}
      {hasLicense && <Button onClick={() => setIsRemoving(true)}>{t('license.remove')}</Button>}
    </div>
  )
}
