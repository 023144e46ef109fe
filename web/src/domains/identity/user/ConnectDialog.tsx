import type { Channel } from '@caseloom/contract/identity/notification-channels'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useContractForm } from '../../../data/use-contract-form.ts'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './Notifications.module.css'
import { connectTo } from './me.queries.ts'

interface ConnectDialogProps {
  channel: Channel
  onClose: () => void
}

/** Takes the address of a channel, which is never shown again; a webhook's signing secret is shown once. */
export function ConnectDialog({ channel, onClose }: ConnectDialogProps) {
  const { t } = useTranslation('notifications')
  const [secret, setSecret] = useState<string | null>(null)
  const name = t(`names.${channel}`)
  return (
    <Dialog
      onClose={onClose}
      title={secret === null ? t('connectTo', { channel: name }) : t('address.signingTitle')}
      size={480}
      closeOnClickOutside={false}
      closeOnEscape={secret === null}
    >
      {secret === null ? (
        <ConnectForm channel={channel} onClose={onClose} onSecret={setSecret} />
      ) : (
        <div className={classes.dialog}>
          <Notice kind="warning">{t('address.signingText')}</Notice>
          <div className={classes.secret}>
            <code>{secret}</code>
            <CopyButton value={secret} label={t('address.copy')} />
          </div>
          <footer className={classes.dialogEnd}>
            <Button variant="filled" onClick={onClose} data-autofocus>
              {t('address.done')}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  )
}

const Address = z.object({ url: z.url({ protocol: /^https?$/ }) })

interface ConnectFormProps extends ConnectDialogProps {
  onSecret: (secret: string) => void
}

function ConnectForm({ channel, onClose, onSecret }: ConnectFormProps) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const { form, submit, saving, failure } = useContractForm({
    schema: Address,
    initialValues: { url: '' },
    words: () => t('address.invalid'),
    save: ({ url }) => connectTo(client, channel, url.trim()),
    onSaved: ({ secret, failure: refused }) => {
      // A failure is shown with the channel.
      if (refused === null)
        toast({ kind: 'success', title: t('channels.tested', { channel: t(`names.${channel}`) }) })
      if (secret === null) onClose()
      else onSecret(secret)
    },
  })
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <p className={classes.text}>{t(`address.${channel}Text`)}</p>
      <TextInput
        {...form.getInputProps('url')}
        type="url"
        label={t('address.url')}
        description={t('address.secret')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        data-autofocus
      />
      <DialogActions onCancel={onClose} confirm={t('address.submit')} loading={saving} />
    </form>
  )
}
