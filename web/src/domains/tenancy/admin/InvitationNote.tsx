import type { AdministratorInvitation } from '@caseloom/contract/identity/accounts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyField, Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'

interface InvitationNoteProps {
  invitation: AdministratorInvitation
  onClose: () => void
}

/** Outcome of an invitation: sent, or a link to pass on because no mail server is set up. */
export function InvitationNote({ invitation, onClose }: InvitationNoteProps) {
  const { t } = useTranslation('admin')
  const { email, mailed, link } = invitation
  const text = link !== null ? 'accounts.linkText' : mailed ? 'accounts.mailed' : 'accounts.known'
  return (
    <Dialog
      onClose={onClose}
      title={t('accounts.invitedTitle', { email })}
      size={560}
      closeOnClickOutside={link === null}
    >
      <div className={classes.dialog}>
        {mailed ? (
          <p className={classes.dialogText}>{t(text, { email })}</p>
        ) : (
          <Notice kind="warning">{t(text, { email })}</Notice>
        )}
        {link !== null && <CopyField label={t('accounts.link')} value={link} copy={t('accounts.copyLink')} />}
        <footer className={classes.dialogEnd}>
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t('accounts.done')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
