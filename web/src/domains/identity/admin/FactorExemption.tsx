import type { UserView } from '@caseloom/contract/identity/directory'
import { MAX_EXEMPTION_DAYS } from '@caseloom/contract/identity/factor-exemption'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useContractForm } from '../../../data/use-contract-form.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { DateTime, useZone } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { grantExemption, refreshDirectory, revokeExemption } from './directory.queries.ts'
import { dayFrom, endOfDay } from './exemption-days.ts'

const SUGGESTED_DAYS = 14
const Input = z.object({ reason: z.string().trim().min(1).max(500), until: z.iso.date() })

export function FactorExemption({ user }: { user: UserView }) {
  const { t } = useTranslation('admin')
  const [asks, setAsks] = useState<'grant' | 'revoke' | null>(null)
  const { mfaExemption } = user
  return (
    <PanelSection
      title={t('exemption.title')}
      end={
        <span className={classes.row}>
          {mfaExemption !== null && (
            <Button onClick={() => setAsks('revoke')}>{t('exemption.revoke')}</Button>
          )}
          <Button onClick={() => setAsks('grant')}>
            {mfaExemption === null ? t('exemption.grant') : t('exemption.change')}
          </Button>
        </span>
      }
    >
      {mfaExemption === null ? (
        <p className={classes.quiet}>{t('exemption.none')}</p>
      ) : (
        <FactList
          facts={[
            [t('exemption.until'), <DateTime key="until" at={mfaExemption.until} />],
            [t('exemption.reason'), mfaExemption.reason],
            [t('exemption.by'), mfaExemption.grantedBy],
            [t('exemption.at'), <DateTime key="at" at={mfaExemption.grantedAt} />],
          ]}
        />
      )}
      {asks === 'grant' && <GrantDialog user={user} onClose={() => setAsks(null)} />}
      {asks === 'revoke' && <RevokeDialog user={user} onClose={() => setAsks(null)} />}
    </PanelSection>
  )
}

interface DialogProps {
  user: UserView
  onClose: () => void
}

function GrantDialog({ user, onClose }: DialogProps) {
  const { t } = useTranslation('admin')
  const place = { accountId: useAdminScope().accountId, userId: user.id }
  const client = useQueryClient()
  const zone = useZone()
  const [now] = useState(() => new Date())
  const { form, submit, saving, failure } = useContractForm({
    schema: Input,
    initialValues: { reason: user.mfaExemption?.reason ?? '', until: dayFrom(now, SUGGESTED_DAYS, zone) },
    words: (field) => (field === 'reason' ? t('exemption.reasonMissing') : t('exemption.untilMissing')),
    save: ({ reason, until }) =>
      grantExemption(place, { reason: reason.trim(), until: endOfDay(until, now, zone) }),
    onSaved: () => {
      toast({ kind: 'success', title: t('exemption.granted', { name: user.name }) })
      void refreshDirectory(client, place.accountId)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={t('exemption.dialog', { name: user.name })} size={480}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <p className={classes.dialogText}>{t('exemption.text')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <Textarea
          {...form.getInputProps('reason')}
          label={t('exemption.reason')}
          description={t('exemption.reasonHint')}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('until')}
          type="date"
          label={t('exemption.until')}
          description={t('exemption.untilHint', { days: MAX_EXEMPTION_DAYS })}
          min={dayFrom(now, 0, zone)}
          max={dayFrom(now, MAX_EXEMPTION_DAYS, zone)}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t('exemption.confirm', { name: user.name })}
          loading={saving}
        />
      </form>
    </Dialog>
  )
}

function RevokeDialog({ user, onClose }: DialogProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const { name } = user
  return (
    <ConfirmDialog
      title={t('exemption.revokeTitle', { name })}
      text={t('exemption.revokeText', { name })}
      confirm={t('exemption.revokeConfirm', { name })}
      run={() => revokeExemption({ accountId, userId: user.id })}
      describe={describeError}
      onClose={onClose}
      onDone={() => {
        toast({ kind: 'success', title: t('exemption.revoked', { name }) })
        onClose()
        void refreshDirectory(client, accountId)
      }}
    />
  )
}
