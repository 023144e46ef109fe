import type { Me } from '@caseloom/contract/identity/sign-in'
import { Button, Checkbox, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Block } from './Block.tsx'
import { newRecoveryCodes } from './me.queries.ts'
import { useProof } from './ProofDialog.tsx'
import { useAction } from './useAction.ts'
import classes from './User.module.css'

const FEW = 3

/** Recovery codes exist only with a second factor. */
export function RecoveryBlock({
  me,
  onChanged,
}: {
  me: Me
  onChanged: (codes: readonly string[] | null) => void
}) {
  const { t } = useTranslation('user')
  const withProof = useProof()
  const renew = useAction({ act: () => withProof(newRecoveryCodes), onDone: onChanged })
  if (!me.mfa.totp && me.mfa.passkeys.length === 0) return null
  const left = me.mfa.recoveryCodesLeft
  return (
    <Block
      title={t('recovery.title')}
      text={
        <span className={left < FEW ? classes.few : undefined}>{t('recovery.left', { count: left })}</span>
      }
      action={
        <Button loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
          {t('recovery.renew')}
        </Button>
      }
    />
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onClose: () => void
}

/** Shown once: to be copied or downloaded before the dialog closes. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation('user')
  const [saved, setSaved] = useState(false)
  const text = codes.join('\n')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('recovery.dialog')}
      size={440}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={classes.dialogText}>{t('recovery.text')}</p>
      <ul className={classes.codes} aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.codeActions}>
        <CopyButton value={text} label={t('recovery.copy')} look="button" />
        <Button
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          onClick={() => download(t('recovery.file'), `${t('recovery.fileHead', { email })}\n\n${text}\n`)}
        >
          {t('recovery.download')}
        </Button>
      </div>
      <Checkbox
        label={t('recovery.saved')}
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <footer>
        <Button variant="filled" disabled={!saved} onClick={onClose}>
          {t('recovery.done')}
        </Button>
      </footer>
    </Modal>
  )
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the blob once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
